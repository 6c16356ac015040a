import { type EmailIds, readClickLink } from '../delivery/links.ts';
import { markClicked } from '../delivery/mark-read.ts';
import type { BaseCtx } from '../platform/context.ts';
import { judgeVisit } from './judge-visit.ts';
import type { Visit } from './machine-reader.ts';

export interface Destination extends EmailIds {
  /** As a Location header may carry it. */
  location: string;
  link: string;
}

/** Where a link leads: only to the web address that we signed into it. */
export function destinationOf(ctx: BaseCtx, token: string, url: unknown): Destination | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  const ids = readClickLink(ctx.config, token, url);
  return ids && /^https?:$/.test(protocol) ? { ...ids, location: href, link: url } : undefined;
}

export async function recordClick(
  ctx: BaseCtx,
  { projectId, emailId, link }: Destination,
  visit: Visit,
): Promise<void> {
  const scoped = { ...ctx, projectId };
  await markClicked(scoped, emailId, { link, ...(await judgeVisit(scoped, emailId, 'click', visit)) });
}
