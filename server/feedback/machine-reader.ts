import { seconds } from '../platform/clock.ts';

export interface Visit {
  /** By lower-case name. */
  headers: Record<string, string | string[] | undefined>;
}

/** Nobody reads a mail this soon after it left us; scanners on its way do. */
const TOO_SOON_MS = seconds(1);

const PREFETCH_HEADERS = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'];
const PREFETCH = /prefetch|preview|prerender/i;

/** Crawlers, link previews of messengers, and security scanners that say who they are. (Cubot makes telephones.) */
const ROBOT =
  /(?<!cu)bot\b|(?<!cu)bot[/_;-]|crawl|spider|slurp|preview|scanner|monitor|headlesschrome|phantomjs|facebookexternalhit|whatsapp|telegram|skypeuripreview|barracuda|proofpoint|mimecast|symantec|sophos|trendmicro|fireeye|ironport|forcepoint|safelinks|urldefense|virustotal|urlscan/i;

/** Mail providers that fetch pictures for the reader, when he looks: an open by a person. */
const READERS_PROXY = /googleimageproxy|yahoomailproxy|ggpht\.com/i;

/** Programs built on an HTTP library follow links; curl and the like are left out: there a person types. */
const LIBRARY =
  /^(python-requests|python-urllib|python-httpx|aiohttp|go-http-client|java\/|apache-httpclient|okhttp|libwww-perl|ruby|scrapy)/i;

/**
 * Whether an open or a click was made by a program rather than a reader. Pictures are fetched by readers' proxies,
 * written with any library or none; a link is followed by a browser, which always names itself.
 */
export function isMachineVisit(kind: 'open' | 'click', { headers }: Visit, msSinceSent: number): boolean {
  if (msSinceSent < TOO_SOON_MS || saysItIsMachine({ headers })) return true;
  const userAgent = userAgentIn(headers);
  return kind === 'click' && (userAgent === '' || LIBRARY.test(userAgent));
}

/** By its name, or by what it says the visit is for. */
export function saysItIsMachine({ headers }: Visit): boolean {
  if (PREFETCH_HEADERS.some((name) => PREFETCH.test(String(headers[name] ?? '')))) return true;
  const userAgent = userAgentIn(headers);
  return ROBOT.test(userAgent) && !READERS_PROXY.test(userAgent);
}

const userAgentIn = (headers: Visit['headers']): string => String(headers['user-agent'] ?? '');
