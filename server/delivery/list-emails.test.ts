import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sendEmail } from '../../contract/send.ts';
import { aSentCampaign } from '../../test/activity.ts';
import { anEmail } from '../../test/an-email.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { queueAudience } from './queue-emails.ts';

const STATUSES = ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'UNKNOWN'];

const list = async (project: TestProject, query = '') => (await project.request('GET', `/emails?${query}`)).body;

async function allPages(project: TestProject, query: string): Promise<{ id: string; contactId: string }[]> {
  const items: { id: string; contactId: string }[] = [];
  for (let cursor = ''; ; ) {
    const page = await list(project, `${query}&limit=4${cursor && `&cursor=${cursor}`}`);
    items.push(...page.data);
    if (!page.hasMore) return items;
    cursor = page.cursor;
  }
}

/** Emails in every state, some delivered before they bounced. */
async function aMixedLedger(project: TestProject): Promise<void> {
  const { db } = project.ctx;
  for (const [n, status] of STATUSES.entries()) {
    for (let i = 0; i <= n % 4; i++) {
      const { id } = await anEmail(project, { to: `${status}${i}@example.com` });
      const isDelivered = status === 'DELIVERED' || (status === 'BOUNCED' && i === 0) || status === 'COMPLAINED';
      await db
        .updateTable('emails')
        .set({ status, delivered_at: isDelivered ? new Date() : null })
        .where('project_id', '=', project.id)
        .where('id', '=', id)
        .execute();
    }
  }
}

it('the totals of every state are what the ledger holds', async () => {
  const acme = await aProject();
  await aMixedLedger(acme);
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) from emails where project_id = ${acme.id} group by status`.execute(acme.ctx.db);
  for (const { status, count } of rows) {
    const page = await list(acme, `status=${status}`);
    expect([status, page.total, page.data.length]).toEqual([status, count, count]);
  }
  expect(rows).toHaveLength(STATUSES.length);
  expect((await list(acme)).total).toBe(rows.reduce((sum, { count }) => sum + count, 0));
  expect(await list(acme, 'status=CANCELLED')).toEqual({ data: [], hasMore: false, total: 0 });
  expect((await list(await aProject())).total).toBe(0);
});

it('pages through the emails of a campaign, by state too', async () => {
  const acme = await aProject();
  for (let n = 0; n < 10; n++) await acme.contact(`m${n}@example.com`);
  const { id: other } = await anEmail(acme);
  const campaignId = await aSentCampaign(acme);
  const content = await acme.ctx.db
    .selectFrom('email_contents')
    .select('id')
    .where('project_id', '=', acme.id)
    .executeTakeFirstOrThrow();
  const audience = sql<boolean>`(contacts.email like 'm%')`;
  await queueAudience(acme.ctx, {
    contentId: content.id,
    sourceType: 'CAMPAIGN',
    campaignId,
    audience,
    after: undefined,
    limit: 100,
  });
  const items = await allPages(acme, `campaignId=${campaignId}`);
  expect(items).toHaveLength(10);
  const ids = items.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().reverse());
  expect(ids).not.toContain(other);
  expect((await list(acme, `campaignId=${campaignId}`)).total).toBe(10);
  expect(await allPages(acme, `campaignId=${campaignId}&status=QUEUED`)).toEqual(items);
  const one = items[3] as (typeof items)[number];
  expect((await list(acme, `campaignId=${campaignId}&contactId=${one.contactId}`)).data).toEqual([one]);
  expect((await list(await aProject(), `campaignId=${campaignId}`)).data).toEqual([]);
});

it('shows each subject as its recipient reads it', async () => {
  const acme = await aProject({ verifiedDomain: 'subjects.test' });
  const send = (to: string, subject: string, data: Record<string, unknown>) =>
    acme.call(sendEmail, { body: { to, from: 'a@subjects.test', subject, body: 'x', data } });
  await send('ada@example.com', 'Hi {{name}}', { name: { value: 'Ada', persistent: false } });
  await send('bob@example.com', 'Hi {{name}}', { name: 'Bob' });
  await send('cy@example.com', 'Plain', {});
  const subjects = (await list(acme)).data.map(({ subject }: { subject: string }) => subject);
  expect(subjects).toEqual(['Plain', 'Hi Bob', 'Hi Ada']);
});
