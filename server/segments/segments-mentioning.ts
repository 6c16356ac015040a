import { type Field, mentionsOf } from '../conditions/fields.ts';
import type { Ctx } from '../platform/context.ts';
import { conditionOf } from './segment.ts';

/** Segments whose condition looks at such a field: an event name, a key of the data, another segment. */
export async function segmentsMentioning(ctx: Ctx, isMeant: (field: Field) => boolean) {
  const rows = await ctx.db
    .selectFrom('segments')
    .select(['id', 'name', 'condition'])
    .where('project_id', '=', ctx.projectId)
    .where('condition', 'is not', null)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.filter((row) => mentionsOf(conditionOf(row)).some(isMeant)).map(({ id, name }) => ({ id, name }));
}
