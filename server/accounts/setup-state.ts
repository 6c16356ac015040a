import { sql } from 'kysely';
import type { SetupState } from '../../contract/projects.ts';
import { countContacts } from '../contacts/contact-counts.ts';
import type { Ctx } from '../platform/context.ts';

/** What the dashboard's first steps tick off. */
export async function setupState(ctx: Ctx): Promise<SetupState> {
  const [{ rows }, contacts] = await Promise.all([
    sql<{ subscribed: boolean; verified: boolean; sent: Date | null; working: boolean }>`
      select (select subscription is not null from projects where id = ${ctx.projectId}) as subscribed,
             exists (select from domains where project_id = ${ctx.projectId} and verified) as verified,
             (select max(sent_at) from campaigns where project_id = ${ctx.projectId}) as sent,
             exists (select from workflows where project_id = ${ctx.projectId} and enabled) as working
    `.execute(ctx.db),
    countContacts(ctx),
  ]);
  const { subscribed = false, verified = false, sent = null, working = false } = rows[0] ?? {};
  return {
    hasSubscription: subscribed,
    hasVerifiedDomain: verified,
    contactCount: contacts,
    lastCampaignSentAt: sent?.toISOString() ?? null,
    hasEnabledWorkflow: working,
  };
}
