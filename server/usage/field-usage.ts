import type { Field } from '../conditions/fields.ts';
import { countHolders, customKeyOf, deleteField } from '../contacts/custom-fields.ts';
import type { Ctx } from '../platform/context.ts';
import { legacyError } from '../platform/errors.ts';
import { segmentsMentioning } from '../segments/segments-mentioning.ts';
import { campaignsMentioning } from './campaigns-mentioning.ts';
import { workflowsMentioning } from './workflows-mentioning.ts';

async function usersOf(ctx: Ctx, key: string) {
  const [usedInSegments, usedInCampaigns, usedInWorkflows] = await Promise.all([
    segmentsMentioning(ctx, isKey(key)),
    campaignsMentioning(ctx, isKey(key)),
    workflowsMentioning(ctx, isKey(key)),
  ]);
  return { usedInSegments, usedInCampaigns, usedInWorkflows };
}

export async function fieldUsage(ctx: Ctx, field: string) {
  const key = customKeyOf(field);
  if (key === undefined) throw legacyError(400, `"${field}" is a standard field: only custom fields have a usage`);
  const [users, contactCount] = await Promise.all([usersOf(ctx, key), countHolders(ctx, key)]);
  return { ...users, contactCount, canDelete: Object.values(users).every((each) => each.length === 0) };
}

export async function deleteUnusedField(ctx: Ctx, field: string): Promise<{ deletedFrom: number }> {
  const key = customKeyOf(field);
  if (key === undefined) throw legacyError(400, `Cannot delete field: "${field}" is a standard field`);
  const { usedInSegments, usedInCampaigns, usedInWorkflows } = await usersOf(ctx, key);
  const [segment] = usedInSegments;
  if (segment) throw legacyError(400, `Cannot delete field: used in the segment "${segment.name}"`);
  const [campaign] = usedInCampaigns;
  if (campaign) throw legacyError(400, `Cannot delete field: used in the campaign "${campaign.name}"`);
  const [workflow] = usedInWorkflows;
  if (workflow) throw legacyError(400, `Cannot delete field: used in the workflow "${workflow.name}"`);
  return { deletedFrom: await deleteField(ctx, key) };
}

/** A path into what the key holds is a use of the key. */
const isKey = (key: string) => (field: Field) =>
  field.kind === 'data' && (field.path === key || field.path.startsWith(`${key}.`));
