import type { Field } from '../conditions/fields.ts';
import { deleteEvents } from '../events/delete-events.ts';
import { countEventUse } from '../events/event-queries.ts';
import { isReservedEvent } from '../events/reserved-names.ts';
import type { Ctx } from '../platform/context.ts';
import { legacyError } from '../platform/errors.ts';
import { segmentsMentioning } from '../segments/segments-mentioning.ts';
import { campaignsMentioning } from './campaigns-mentioning.ts';
import { workflowsMentioning } from './workflows-mentioning.ts';

async function usersOf(ctx: Ctx, name: string) {
  const [usedInSegments, usedInCampaigns, usedInWorkflows] = await Promise.all([
    segmentsMentioning(ctx, isEvent(name)),
    campaignsMentioning(ctx, isEvent(name)),
    workflowsMentioning(ctx, isEvent(name)),
  ]);
  return { usedInSegments, usedInCampaigns, usedInWorkflows };
}

export async function eventUsage(ctx: Ctx, name: string) {
  const [counts, users] = await Promise.all([countEventUse(ctx, name), usersOf(ctx, name)]);
  const canDelete = !isReservedEvent(name) && Object.values(users).every((each) => each.length === 0);
  return { ...users, ...counts, canDelete };
}

export async function deleteUnusedEvents(ctx: Ctx, name: string): Promise<{ deletedCount: number }> {
  if (isReservedEvent(name)) throw legacyError(400, `Cannot delete "${name}": it is a system event`);
  const { usedInSegments, usedInCampaigns, usedInWorkflows } = await usersOf(ctx, name);
  const [segment] = usedInSegments;
  if (segment) throw legacyError(400, `Cannot delete "${name}": it is used by the segment "${segment.name}"`);
  const [campaign] = usedInCampaigns;
  if (campaign) throw legacyError(400, `Cannot delete "${name}": it is used by the campaign "${campaign.name}"`);
  const [workflow] = usedInWorkflows;
  if (workflow) throw legacyError(400, `Cannot delete "${name}": it is used by the workflow "${workflow.name}"`);
  return deleteEvents(ctx, name);
}

const isEvent = (name: string) => (field: Field) => field.kind === 'event' && field.name === name;
