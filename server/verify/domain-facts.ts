import { minutes } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import { type Dns, type DnsAnswer, type Mx, withDns } from '../platform/dns.ts';
import { perServer } from '../platform/per-server.ts';

/** undefined: DNS gave no answer, so nobody knows. */
export interface DomainFacts {
  exists: boolean | undefined;
  receivesMail: boolean | undefined;
  hasWebsite: boolean;
}

const MAX_DOMAINS = 10_000;
const KEEP_KNOWN_MS = minutes(10);
// Shorter: somebody may be setting the domain up right now.
const KEEP_ABSENT_MS = minutes(1);

interface Kept {
  facts: Promise<DomainFacts>;
  until: number;
}

const cacheOf = perServer(() => new Map<string, Kept>());

/** What DNS says about a domain: asked once for everybody who wants to know at the same time, and kept for a while. */
export function domainFacts(ctx: BaseCtx, domain: string): Promise<DomainFacts> {
  const cache = cacheOf(ctx.config);
  const kept = cache.get(domain);
  if (kept && kept.until > ctx.clock.now().getTime()) return kept.facts;
  const facts = withDns(ctx.config.dnsServers, (dns) => askAbout(dns, domain));
  const entry: Kept = { facts, until: Number.POSITIVE_INFINITY };
  // Behind everybody else, so that the first entry is always the oldest.
  cache.delete(domain);
  cache.set(domain, entry);
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_DOMAINS) break;
    cache.delete(oldest);
  }
  return facts.then(
    (result) => {
      entry.until = ctx.clock.now().getTime() + keepMs(result);
      return result;
    },
    (error: unknown) => {
      cache.delete(domain);
      throw error;
    },
  );
}

function keepMs({ exists, receivesMail }: DomainFacts): number {
  if (exists === undefined || receivesMail === undefined) return 0;
  return receivesMail ? KEEP_KNOWN_MS : KEEP_ABSENT_MS;
}

async function askAbout(dns: Dns, domain: string): Promise<DomainFacts> {
  const [ns, mx, addresses] = await Promise.all([dns.ns(domain), dns.mx(domain), dns.addresses(domain)]);
  return {
    exists: exists([ns, mx, addresses]),
    receivesMail: mx.kind === 'failed' ? undefined : mx.kind === 'found' && !isNullMx(mx.values),
    hasWebsite: addresses.kind === 'found',
  };
}

/** One answer that knows the name is enough: a subdomain has no NS record of its own. */
function exists(answers: DnsAnswer<unknown>[]): boolean | undefined {
  if (answers.some(({ kind }) => kind === 'found' || kind === 'noData')) return true;
  return answers.some(({ kind }) => kind === 'noName') ? false : undefined;
}

/** RFC 7505: a single MX without a host says that the domain takes no mail. */
const isNullMx = (records: Mx[]): boolean => records.every(({ exchange }) => exchange === '' || exchange === '.');
