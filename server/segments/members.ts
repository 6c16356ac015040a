import { sql } from 'kysely';
import { email as emailSchema } from '../../contract/fields.ts';
import { upsertContacts } from '../contacts/upsert-contacts.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { badRequest } from '../platform/errors.ts';
import { refreshMemberCount } from './count-members.ts';
import { holdSegment, type SegmentRow } from './segment.ts';

export interface NewMembers {
  emails: string[];
  createMissing: boolean;
  /** State of the contacts that are created. */
  subscribed: boolean;
}

/** Static segments only. No entry events: nobody's data changed, a person put them there. */
export function addMembers(ctx: Ctx, id: string, { emails, createMissing, subscribed }: NewMembers) {
  return transaction(ctx, async (ctx) => {
    const segment = await getStaticSegment(ctx, id);
    const addressOf = new Map(emails.map((given) => [given, normalised(given)]));
    const addresses = [...new Set(addressOf.values())].filter((address) => address !== undefined);
    const upserts = addresses.map((email) => ({ email }));
    const created = createMissing ? await createContacts(ctx, upserts, subscribed) : 0;
    const known = await join(ctx, segment, addresses);
    await refreshMemberCount(ctx, segment);
    return {
      added: known.size,
      created,
      notFound: emails.filter((given) => !known.has(addressOf.get(given) ?? '')),
    };
  });
}

export function removeMembers(ctx: Ctx, id: string, { emails }: { emails: string[] }) {
  return transaction(ctx, async (ctx) => {
    const segment = await getStaticSegment(ctx, id);
    const addresses = emails.map(normalised).filter((address) => address !== undefined);
    const { rows } = await sql`
      update segment_memberships
      set exited_at = ${ctx.clock.now()}
      from contacts
      where segment_memberships.project_id = ${ctx.projectId}
        and segment_memberships.segment_id = ${segment.id}
        and segment_memberships.exited_at is null
        and contacts.project_id = segment_memberships.project_id
        and contacts.id = segment_memberships.contact_id
        and contacts.email = any(${addresses}::text[])
      returning segment_memberships.contact_id
    `.execute(ctx.db);
    await refreshMemberCount(ctx, segment);
    return { removed: rows.length };
  });
}

async function getStaticSegment(ctx: Ctx, id: string): Promise<SegmentRow> {
  const segment = await holdSegment(ctx, id);
  if (segment.type !== 'STATIC') throw badRequest('Members can be added to and removed from static segments only');
  return segment;
}

const normalised = (given: string): string | undefined => emailSchema.safeParse(given).data;

/** A contact that exists, or appears meanwhile, keeps its state. */
async function createContacts(ctx: Ctx, upserts: { email: string }[], subscribed: boolean): Promise<number> {
  const results = await upsertContacts(ctx, upserts, { subscribedByDefault: subscribed });
  return results.filter(({ isNew }) => isNew).length;
}

/** Answers the addresses that belong to contacts: they are members now. One that had left enters again. */
async function join(ctx: Ctx, segment: SegmentRow, addresses: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    with known as materialized (
      select id, email from contacts
      where project_id = ${ctx.projectId} and email = any(${addresses}::text[])
      order by id
      for key share
    ), joined as (
      insert into segment_memberships as member (project_id, segment_id, contact_id, entered_at)
      select ${ctx.projectId}, ${segment.id}, id, ${ctx.clock.now()} from known
      on conflict (project_id, contact_id, segment_id) do update
      set entered_at = excluded.entered_at, exited_at = null
      where member.exited_at is not null
    )
    select email from known
  `.execute(ctx.db);
  return new Set(rows.map(({ email }) => email));
}
