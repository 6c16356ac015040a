import type { Condition } from '../../contract/condition.ts';
import { type Field, mentionsOf } from '../conditions/fields.ts';
import type { Ctx } from '../platform/context.ts';

/** Campaigns that are still to be sent, or are being sent: what they refer to must stay. */
export const openCampaigns = (ctx: Ctx) =>
  ctx.db
    .selectFrom('campaigns')
    .where('project_id', '=', ctx.projectId)
    .where('status', 'in', ['DRAFT', 'SCHEDULED', 'SENDING'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');

/** Those whose audience looks at such a field: an event name, a key of the data, a segment. */
export async function campaignsMentioning(ctx: Ctx, isMeant: (field: Field) => boolean) {
  const rows = await openCampaigns(ctx)
    .select(['id', 'name', 'audience_condition'])
    .where('audience_condition', 'is not', null)
    .execute();
  // Only checked conditions are stored.
  const isUser = ({ audience_condition }: (typeof rows)[number]): boolean =>
    mentionsOf(audience_condition as Condition | null).some(isMeant);
  return rows.filter(isUser).map(({ id, name }) => ({ id, name }));
}
