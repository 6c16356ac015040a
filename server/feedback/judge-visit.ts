import type { Ctx } from '../platform/context.ts';
import { isMachineVisit, saysItIsMachine, type Visit } from './machine-reader.ts';

/** The visit as the lifecycle records it: when, and whether by a machine. */
export async function judgeVisit(ctx: Ctx, emailId: string, kind: 'open' | 'click', visit: Visit & { at?: Date }) {
  const at = visit.at ?? ctx.clock.now();
  const email = await ctx.db
    .selectFrom('emails')
    .select(['status', 'sent_at'])
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', emailId)
    .executeTakeFirst();
  // Captured mail never leaves, so no scanner on its way disguises itself: only those count that say what they are.
  const isCaptured = ctx.config.mailTransport === 'capture';
  const isMachine = isCaptured ? saysItIsMachine(visit) : isMachineVisit(kind, visit, msSinceSent(email, at));
  return { at, isMachine };
}

function msSinceSent(email: { status: string; sent_at: Date | null } | undefined, at: Date): number {
  if (email?.sent_at) return at.getTime() - email.sent_at.getTime();
  // Still being handed over is as soon as can be; mail whose hand-over we never saw may have been there for long.
  return email?.status === 'SENDING' ? 0 : Number.POSITIVE_INFINITY;
}
