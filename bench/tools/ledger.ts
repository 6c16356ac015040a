import { sql } from 'kysely';
import type { BaseCtx, Ctx } from '../../server/platform/context.ts';
import { createProject } from '../../server/projects/project.ts';
import { withoutIndexes } from './audience.ts';

export interface Ledger {
  ctx: Ctx;
  secretKey: string;
  contactId: string;
  campaignId: string;
}

const DAYS = 60;
const contactsFor = (emails: number): number => Math.ceil(emails / 5);

/**
 * A project with so many emails over two months and three times as many events: what became of the emails, and what
 * people tracked. Made inside the database, in the order of time; the counters are made as the migration makes them.
 */
export async function aLargeLedger(base: BaseCtx, emails: number): Promise<Ledger> {
  const { id, secretKey } = await createProject(base, { name: 'Large' });
  const ctx = { ...base, projectId: id };
  await withoutIndexes(ctx, ['contacts', 'emails', 'events', 'workflow_executions'], async (ctx) => {
    await sql`select setseed(0.5)`.execute(ctx.db);
    // Nothing is known of the tables while they are filled: left to guess, the planner joins them row by row.
    await sql`set local enable_nestloop = off`.execute(ctx.db);
    await fillContacts(ctx, contactsFor(emails));
    await sql`analyze contacts`.execute(ctx.db);
    await fillEmails(ctx, emails);
    await sql`analyze contacts, emails`.execute(ctx.db);
    await fillEvents(ctx, emails);
    await fillExecutions(ctx, Math.ceil(emails / 10));
    await fillCounters(ctx);
  });
  await sql`vacuum analyze`.execute(ctx.db);
  const { rows } = await sql<{ contact_id: string; campaign_id: string }>`
    select contact_id, campaign_id from emails where project_id = ${id} and campaign_id is not null limit 1
  `.execute(ctx.db);
  const [{ contact_id, campaign_id }] = rows as [(typeof rows)[number]];
  return { ctx, secretKey, contactId: contact_id, campaignId: campaign_id };
}

async function fillContacts({ db, projectId }: Ctx, contacts: number): Promise<void> {
  await sql`
    insert into contacts (project_id, id, email, created_at)
    select ${projectId}, posthorn_uuid_at(at), 'user' || n || '@example.com', at
    from (select n, now() - interval '400 days' * (1 - n::float8 / ${contacts}::int) as at
          from generate_series(1, ${contacts}::int) as n) as made
  `.execute(db);
}

/** Two of three in twelve campaigns; one in fifty bounced, one in a hundred suppressed, 40 % opened. */
async function fillEmails({ db, projectId }: Ctx, emails: number): Promise<void> {
  await sql`
    insert into campaigns (project_id, name, subject, body, "from", audience_type, status, sent_count, created_at, sent_at)
    select ${projectId}, 'Campaign ' || n, 'News', '<p>News</p>', 'a@bench.example', 'ALL', 'SENT', 1000, at, at
    from (select n, now() - n * interval '4 days' as at from generate_series(1, 12) as n) as made
  `.execute(db);
  await sql`
    insert into email_contents (project_id, hash, kind, subject, body, from_email, tracked)
    values (${projectId}, 'x', 'MARKETING', 'News', '<p>News</p>', 'a@bench.example', true)
  `.execute(db);
  await sql`
    insert into emails (project_id, id, contact_id, content_id, to_email, source_type, campaign_id, status, due_at,
                        message_id, sent_at, delivered_at, opened_at, clicked_at, bounced_at, opens, created_at, updated_at)
    select ${projectId}, posthorn_uuid_at(at), contacts.id, email_contents.id, contacts.email,
           case when n % 3 = 0 then 'TRANSACTIONAL' else 'CAMPAIGN' end, case when n % 3 > 0 then campaigns.id end,
           case when n % 50 = 0 then 'BOUNCED' when n % 100 = 1 then 'SUPPRESSED' else 'DELIVERED' end, at,
           'm' || n, case when n % 100 <> 1 then at end, case when n % 50 <> 0 and n % 100 <> 1 then at end,
           case when n % 5 in (2, 3) then at end, case when n % 10 = 2 then at end, case when n % 50 = 0 then at end,
           case when n % 5 in (2, 3) then 2 else 0 end, at, at
    from (select n, date_trunc('milliseconds', now() - interval '1 day' * ${DAYS}::int * (1 - n::float8 / ${emails}::int)) as at
          from generate_series(1, ${emails}::int) as n) as made
    join (select id, email, row_number() over (order by id) as number from contacts
          where project_id = ${projectId}) as contacts on contacts.number = 1 + n % ${contactsFor(emails)}::int
    join (select id, row_number() over (order by id) as number from campaigns where project_id = ${projectId}) as campaigns
      on campaigns.number = 1 + (n / ${contactsFor(emails)}::int) % 12
    cross join (select id from email_contents where project_id = ${projectId}) as email_contents
    order by at
  `.execute(db);
}

async function fillEvents({ db, projectId }: Ctx, emails: number): Promise<void> {
  const ofEmails = (name: string, times: string, extra: string) => sql`
    select ${name} as name, contact_id, id as email_id, ${sql.ref(times)} as at,
           jsonb_build_object('subject', 'News', 'emailId', id) || ${extra}::jsonb as data
    from emails where project_id = ${projectId} and ${sql.ref(times)} is not null`;
  await sql`
    insert into events (project_id, id, name, contact_id, email_id, data, created_at)
    select ${projectId}, posthorn_uuid_at(at), name, contact_id, email_id, data, at
    from (
      ${ofEmails('email.sent', 'sent_at', '{}')}
      union all ${ofEmails('email.open', 'opened_at', '{"isFirstOpen": true}')}
      union all ${ofEmails('email.open', 'opened_at', '{"isFirstOpen": false}')}
      union all ${ofEmails('email.click', 'clicked_at', '{"isFirstClick": true}')}
      union all ${ofEmails('email.bounce', 'bounced_at', '{"bounceType": "Permanent"}')}
      union all (
        select (array['signed_up', 'login', 'login', 'page_view', 'page_view', 'purchase', 'upgrade'])[1 + n % 7],
               contacts.id, null, at, '{"source": "web"}'
        from (select n, date_trunc('milliseconds', now() - interval '1 day' * ${DAYS}::int * random()) as at
              from generate_series(1, ${emails}::int) as n) as made
        join (select id, row_number() over (order by id) as number from contacts
              where project_id = ${projectId}) as contacts on contacts.number = 1 + n % ${contactsFor(emails)}::int)
    ) as made
    order by at
  `.execute(db);
}

async function fillExecutions({ db, projectId }: Ctx, executions: number): Promise<void> {
  await sql`
    insert into workflows (project_id, name) select ${projectId}, 'Workflow ' || n from generate_series(1, 5) as n
  `.execute(db);
  await sql`
    insert into workflow_executions (project_id, id, workflow_id, contact_id, version, status, is_sole, started_at, completed_at)
    select ${projectId}, posthorn_uuid_at(at), workflows.id, contacts.id, 1, 'COMPLETED', false, at, at + interval '1 day'
    from (select n, date_trunc('milliseconds', now() - interval '1 day' * ${DAYS}::int * (1 - n::float8 / ${executions}::int)) as at
          from generate_series(1, ${executions}::int) as n) as made
    join (select id, row_number() over (order by id) as number from workflows where project_id = ${projectId}) as workflows
      on workflows.number = 1 + n % 5
    join (select id, row_number() over (order by id) as number from contacts where project_id = ${projectId}) as contacts
      on contacts.number = n
  `.execute(db);
}

async function fillCounters({ db, projectId }: Ctx): Promise<void> {
  await sql`
    insert into email_day_counts (project_id, day, lane, emails, received, delivered, opened, clicked, bounced)
    select project_id, (created_at at time zone 'UTC')::date, lane, count(*), 0, count(delivered_at), count(opened_at),
           count(clicked_at), count(bounced_at)
    from emails where project_id = ${projectId} group by 1, 2, 3
  `.execute(db);
  await sql`
    insert into event_day_counts (project_id, day, name, count)
    select project_id, (created_at at time zone 'UTC')::date, name, count(*) from events
    where project_id = ${projectId} group by 1, 2, 3
  `.execute(db);
}
