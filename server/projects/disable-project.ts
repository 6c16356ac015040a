import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

export type DisabledReason = 'PAYMENT_FAILED' | 'EMAIL_REPUTATION';

/** Whatever else it is enabled from: a project whose data is being deleted stays as it is until that is done. */
const BEING_WIPED = sql<boolean>`wipe is not null`;

/** From here on the project is read-only and none of its mail leaves. Undefined: it was disabled before, or is ours. */
export function disableProject(ctx: Ctx, reason: DisabledReason): Promise<{ name: string } | undefined> {
  return (
    ctx.db
      .updateTable('projects')
      .set({ disabled: true, disabled_reason: reason, updated_at: ctx.clock.now() })
      .where('id', '=', ctx.projectId)
      // One that is being reset is disabled without a reason, and would be enabled again at the end.
      .where((eb) =>
        eb.or([eb('disabled', '=', false), eb.and([eb('wipe', '=', 'RESET'), eb('disabled_reason', 'is', null)])]),
      )
      // The deployment's own mail must get through whatever happens to it.
      .where('is_system', '=', false)
      .returning('name')
      .executeTakeFirst()
  );
}

/** Only from this reason: somebody who pays is not thereby forgiven anything else. */
export function enableProject(ctx: Ctx, from: DisabledReason): Promise<{ name: string } | undefined> {
  return ctx.db
    .updateTable('projects')
    .set({ disabled: BEING_WIPED, disabled_reason: null, updated_at: ctx.clock.now() })
    .where('id', '=', ctx.projectId)
    .where('disabled', '=', true)
    .where('disabled_reason', '=', from)
    .returning('name')
    .executeTakeFirst();
}

/** By the operator, whatever the reason was: from now on the project is judged by what comes. */
export function forgiveProject(ctx: Ctx): Promise<{ name: string } | undefined> {
  const now = ctx.clock.now();
  return ctx.db
    .updateTable('projects')
    .set({ disabled: BEING_WIPED, disabled_reason: null, reputation_since: now, updated_at: now })
    .where('id', '=', ctx.projectId)
    .where('disabled', '=', true)
    .returning('name')
    .executeTakeFirst();
}
