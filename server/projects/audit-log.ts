import { type Ctx, transaction } from '../platform/context.ts';
import { uuidV7 } from '../platform/uuid.ts';

/** What is worth knowing afterwards; the past tense of what was done. */
export type AuditAction =
  | 'project.created'
  | 'project.updated'
  | 'project.reset'
  | 'project.deleted'
  | 'project.suspended'
  | 'project.resumed'
  | 'keys.rotated'
  | 'member.added'
  | 'member.invited'
  | 'member.joined'
  | 'member.role_changed'
  | 'member.removed'
  | 'invitation.removed'
  | 'domain.added'
  | 'domain.removed'
  | 'billing.limits_changed'
  | 'campaign.sent'
  | 'campaign.scheduled'
  | 'campaign.cancelled';

interface AuditEntry {
  action: AuditAction;
  /** What it was done to, in words that stay true: a domain's name, an address, an id. */
  target?: string | undefined;
  /** Never a secret. */
  details?: Record<string, unknown>;
}

/** Notes who did it, in the caller's transaction: what is undone was never noted. Nobody asked is the system itself. */
export async function recordAudit(ctx: Ctx, { action, target, details }: AuditEntry): Promise<void> {
  const { actor } = ctx;
  const userId = actor?.kind === 'USER' ? actor.userId : null;
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('audit_log')
    .values((eb) => ({
      project_id: ctx.projectId,
      id: uuidV7(now),
      actor_kind: actor?.kind ?? 'SYSTEM',
      actor_user_id: userId,
      actor_email: eb.selectFrom('users').select('email').where('id', '=', userId),
      action,
      target: target ?? null,
      details: details ?? null,
      ip: actor?.ip ?? null,
      created_at: now,
    }))
    .execute();
}

/** A change and its note. */
export const audited = <T>(ctx: Ctx, entry: AuditEntry, change: (ctx: Ctx) => Promise<T>): Promise<T> =>
  transaction(ctx, async (ctx) => {
    const result = await change(ctx);
    await recordAudit(ctx, entry);
    return result;
  });

/** It was a project of ours once. */
export async function wasDeleted(ctx: Ctx): Promise<boolean> {
  const note = await ctx.db
    .selectFrom('audit_log')
    .select('id')
    .where('project_id', '=', ctx.projectId)
    .where('action', '=', 'project.deleted' satisfies AuditAction)
    .executeTakeFirst();
  return note !== undefined;
}
