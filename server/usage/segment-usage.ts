import type { Field } from '../conditions/fields.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { conflict } from '../platform/errors.ts';
import { deleteSegment, lockSegments } from '../segments/edit-segment.ts';
import { getSegment } from '../segments/segment.ts';
import { campaignsMentioning, openCampaigns } from './campaigns-mentioning.ts';
import { workflowsMentioning } from './workflows-mentioning.ts';

export function deleteUnusedSegment(ctx: Ctx, id: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockSegments(ctx);
    const segment = await getSegment(ctx, id);
    const isIt = (field: Field) => field.kind === 'segment' && field.id === segment.id;
    const [campaign] = [...(await campaignsTo(ctx, segment.id)), ...(await campaignsMentioning(ctx, isIt))];
    if (campaign) throw conflict(`The segment is used by the campaign "${campaign.name}": change or delete that first`);
    const [workflow] = await workflowsMentioning(ctx, isIt);
    if (workflow) throw conflict(`The segment is used by the workflow "${workflow.name}": change or delete that first`);
    await deleteSegment(ctx, segment.id);
  });
}

const campaignsTo = (ctx: Ctx, segmentId: string) =>
  openCampaigns(ctx)
    .select(['id', 'name'])
    .where('audience_type', '=', 'SEGMENT')
    .where('segment_id', '=', segmentId)
    .limit(1)
    .execute();
