import { sql } from 'kysely';
import { listFields } from '../contacts/custom-fields.ts';
import type { Ctx } from '../platform/context.ts';

/** The latest events are looked at, and of those the latest with data: a project without any must not cost a scan. */
const LATEST = 2_000;
const SAMPLE = 100;

interface UsableField {
  field: string;
  type: string;
  category: 'Contact Fields' | 'Custom Data' | 'Event Data';
}

/** What a CONDITION step can look at. */
export async function listWorkflowFields(ctx: Ctx, { eventName }: { eventName?: string | undefined }) {
  const [{ fields: ofContacts }, keys] = await Promise.all([listFields(ctx), eventKeys(ctx, eventName)]);
  const typedFields: UsableField[] = [
    ...ofContacts.map(({ field, type, isCustom }) => ({
      field: `contact.${field}`,
      type,
      category: isCustom ? ('Custom Data' as const) : ('Contact Fields' as const),
    })),
    ...keys.map((key) => ({ field: `event.${key}`, type: 'string', category: 'Event Data' as const })),
  ].sort((a, b) => (a.field < b.field ? -1 : 1));
  return { fields: typedFields.map(({ field }) => field), typedFields, count: typedFields.length };
}

async function eventKeys(ctx: Ctx, eventName: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with latest as (
      select data, id from events
      where project_id = ${ctx.projectId} ${eventName ? sql`and name = ${eventName}` : sql``}
      order by id desc limit ${LATEST}
    ), sample as (
      select data from latest where jsonb_typeof(data) = 'object' order by id desc limit ${SAMPLE}
    )
    select distinct jsonb_object_keys(data) as key from sample
  `.execute(ctx.db);
  return rows.map(({ key }) => key);
}
