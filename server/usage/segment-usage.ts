import { type Ctx, transaction } from '../platform/context.ts';
import { conflict } from '../platform/errors.ts';
import { deleteSegment } from '../segments/edit-segment.ts';
import { getSegment } from '../segments/segment.ts';
import { campaignsMentioning, openCampaigns } from './campaigns-mentioning.ts';

export function deleteUnusedSegment(ctx: Ctx, id: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const segment = await getSegment(ctx, id);
    const [user] = [
      ...(await campaignsTo(ctx, segment.id)),
      ...(await campaignsMentioning(ctx, (field) => field.kind === 'segment' && field.id === segment.id)),
    ];
    if (user) throw conflict(`The segment is used by the campaign "${user.name}": change or delete that first`);
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
