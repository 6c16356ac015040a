import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendEmail } from '../../contract/send.ts';
import { createTemplate } from '../../contract/templates.ts';
import { aRelay, type Relay } from '../../test/relay.ts';
import { aProject, aWorld, type TestProject, type World } from '../../test/world.ts';
import { recoverLapsedLeases } from './leases.ts';

/** The database refuses in the midst of sending, in a way that waiting does not mend: found by npm run test:chaos. */
let world: World;
let relay: Relay;
let acme: TestProject;
beforeEach(async () => {
  world = await aWorld({}, { database: `posthorn_unrecorded_${process.env.VITEST_POOL_ID}` });
  await world.ctx.db.updateTable('emails').set({ status: 'CANCELLED' }).where('status', '=', 'QUEUED').execute();
  relay = await aRelay(world, { replyEveryMs: 2 });
  acme = await aProject({ world, verifiedDomain: 'unrecorded.test' });
});
afterEach(async () => {
  await relay.close();
  await world.close();
});

async function queueMarketing(count: number): Promise<string[]> {
  const from = 'a@unrecorded.test';
  const news = { name: 'News', subject: 'News', body: '<p>News</p>', from, type: 'MARKETING' } as const;
  const { id } = await acme.call(createTemplate, { body: news });
  const to = Array.from({ length: count }, (_, i) => `reader${i}@example.com`);
  const reply = await acme.call(sendEmail, { body: { to, template: id, subscribed: true } });
  return reply.data.emails.map(({ contact }) => contact.email);
}

/** Refuses what `condition` says, as long as it takes. */
async function whileRefusing(table: string, condition: string, work: () => Promise<void>): Promise<void> {
  const { db } = world.ctx;
  await sql`create sequence refusals`.execute(db);
  await sql
    .raw(
      `create function refuse() returns trigger language plpgsql as $$
       begin if ${condition} then raise exception 'refused' using errcode = 'XX000'; end if; return new; end $$;
       create trigger refuse before insert or update on ${table} for each row execute function refuse()`,
    )
    .execute(db);
  try {
    await work();
  } finally {
    await sql.raw(`drop trigger refuse on ${table}; drop function refuse(); drop sequence refusals`).execute(db);
  }
}

const copies = (): number[] => {
  const byRecipient = Map.groupBy(relay.messages, ({ envelopeTo }) => envelopeTo);
  return [...byRecipient.values()].map(({ length }) => length);
};

it('marketing mail whose outcome cannot be written is not sent again', async () => {
  const recipients = await queueMarketing(40);
  await whileRefusing('events', `new.name = 'email.sent'`, async () => {
    await relay.deliverer.deliverDue().catch(() => {});
    await recoverLapsedLeases(world.ctx);
    await relay.deliverer.deliverDue().catch(() => {});
  });
  await recoverLapsedLeases(world.ctx);
  await relay.deliverer.deliverDue();
  expect(Math.max(...copies())).toBe(1);
  expect(copies().length).toBe(recipients.length);
});

it('a claim that fails gives nothing back that is on its way', async () => {
  const recipients = await queueMarketing(200);
  // The first claim takes 64; the second fails while they are being sent.
  const isSecondClaim = `old.status = 'QUEUED' and new.status = 'SENDING' and nextval('refusals') > 64`;
  await whileRefusing('emails', `tg_op = 'UPDATE' and ${isSecondClaim}`, async () => {
    await expect(relay.deliverer.deliverDue()).rejects.toThrow('refused');
  });
  await relay.deliverer.deliverDue();
  expect(Math.max(...copies())).toBe(1);
  expect(copies().length).toBe(recipients.length);
});
