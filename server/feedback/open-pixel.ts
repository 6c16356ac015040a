import { readPixelLink } from '../delivery/links.ts';
import { markOpened } from '../delivery/mark-read.ts';
import type { BaseCtx } from '../platform/context.ts';
import { judgeVisit } from './judge-visit.ts';
import type { Visit } from './machine-reader.ts';

/** One transparent dot. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export async function recordOpen(ctx: BaseCtx, token: string, visit: Visit): Promise<void> {
  const ids = readPixelLink(ctx.config, token);
  if (!ids) return;
  const scoped = { ...ctx, projectId: ids.projectId };
  await markOpened(scoped, ids.emailId, await judgeVisit(scoped, ids.emailId, 'open', visit));
}
