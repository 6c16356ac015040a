import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { upsertContacts } from '../../server/contacts/upsert-contacts.ts';
import { recordEvents } from '../../server/events/record-events.ts';
import type { Ctx } from '../../server/platform/context.ts';
import { aCrashSite, type CrashOptions, type CrashSite, stopWorker, until } from './worker-process.ts';

const MAILS_PER_CONTACT = 2;
/** How much longer each batch takes to be written, so that kills hit it before it is committed. */
const BATCH_DELAY_SECONDS = 0.1;

interface WorkflowCrashReport {
  contacts: number;
  kills: number;
  /** Kills that left something undone: the others prove nothing. */
  killsAtWork: number;
  completed: number;
  /** Executions that are missing, or that a contact has too many: must be none. */
  missing: number;
  /** Steps that were told more or less often than once per execution: must be none. */
  unevenSteps: number;
  /** Emails in the ledger beyond or short of one per SEND_EMAIL step: must be none. */
  unevenEmails: number;
  /** Recipients that got more mails than there are steps: must be none. */
  tooMany: number;
  sent: number;
  unknown: number;
  /** Why executions failed: must be empty. */
  failures: string[];
}

export function workflowShortfalls(report: WorkflowCrashReport): string[] {
  const { contacts, completed, sent, unknown, kills, killsAtWork, failures } = report;
  const none = (['missing', 'unevenSteps', 'unevenEmails', 'tooMany'] as const).filter((each) => report[each] > 0);
  return [
    ...failures,
    ...none.map((each) => `${each}: ${report[each]}`),
    ...(killsAtWork === kills ? [] : [`only ${killsAtWork} of ${kills} kills hit work`]),
    ...(completed === contacts ? [] : [`${completed} of ${contacts} executions came to their end`]),
    ...(sent + unknown === contacts * MAILS_PER_CONTACT ? [] : [`${sent} sent and ${unknown} unknown`]),
  ];
}

/** Kills workers with SIGKILL in the midst of batches; two at once do the rest. `mails` is the number of contacts. */
export async function runWorkflowCrash(
  options: CrashOptions & { workflowId: string; eventName: string },
): Promise<WorkflowCrashReport> {
  const { ctx, mails: contacts, kills, random } = options;
  const site = await aCrashSite({ ...options, connections: 10 });
  try {
    await recordAll(ctx, contacts, options.eventName);
    await slowDown(ctx);
    let killsAtWork = 0;
    for (let killed = 0; killed < kills; killed++) if (await killInTheMidst(ctx, site, random)) killsAtWork++;
    await sql`drop trigger slow_batch on workflow_step_executions`.execute(ctx.db);
    const workers = [site.startWorker(), site.startWorker()] as const;
    await until(workers[0], async () => (await countOpen(ctx)) === 0);
    for (const worker of workers) await stopWorker(worker, 'SIGTERM');
    return { ...(await account(ctx, { ...options, site })), killsAtWork };
  } finally {
    await site.close();
  }
}

async function recordAll(ctx: Ctx, contacts: number, name: string): Promise<void> {
  const people = Array.from({ length: contacts }, (_, i) => ({ email: `flow-${i}@example.com`, subscribed: true }));
  const upserted = await upsertContacts(ctx, people, { subscribedByDefault: true });
  await recordEvents(
    ctx,
    upserted.map(({ contact }) => ({ name, contactId: contact.id })),
  );
}

async function slowDown(ctx: Ctx): Promise<void> {
  await sql`
    create function slow_batch() returns trigger language plpgsql as
    ${sql.lit(`begin perform pg_sleep(${BATCH_DELAY_SECONDS}); return null; end`)}
  `.execute(ctx.db);
  await sql`
    create trigger slow_batch after insert on workflow_step_executions
    for each statement execute function slow_batch()
  `.execute(ctx.db);
}

/** A kill before the first batch of this process would prove nothing, nor one after the last. */
async function killInTheMidst(ctx: Ctx, site: CrashSite, random: () => number): Promise<boolean> {
  const before = await countSteps(ctx);
  const worker = site.startWorker();
  await until(worker, async () => (await countSteps(ctx)) > before);
  await delay(random() * 2000 * BATCH_DELAY_SECONDS);
  await stopWorker(worker, 'SIGKILL');
  return (await countMoving(ctx)) > 0;
}

async function countSteps(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from workflow_step_executions where project_id = ${ctx.projectId}
  `.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

async function countOpen(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from emails where project_id = ${ctx.projectId} and status in ('QUEUED', 'SENDING')
  `.execute(ctx.db);
  return (rows[0]?.n ?? 0) + (await countMoving(ctx));
}

async function countMoving(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from event_dispatches where project_id = ${ctx.projectId})
      + (select count(*) from workflow_executions
         where project_id = ${ctx.projectId} and status in ('RUNNING', 'WAITING')) as n
  `.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

async function account(
  ctx: Ctx,
  { workflowId, mails: contacts, kills, site }: CrashOptions & { workflowId: string; site: CrashSite },
): Promise<Omit<WorkflowCrashReport, 'killsAtWork'>> {
  type Counted = Pick<
    WorkflowCrashReport,
    'completed' | 'unevenSteps' | 'unevenEmails' | 'sent' | 'unknown' | 'failures'
  >;
  const { rows } = await sql<Counted & { executions: number }>`
    with mine as (select * from workflow_executions where project_id = ${ctx.projectId} and workflow_id = ${workflowId})
    select (select count(*) from mine) as executions,
      array(select distinct coalesce(exit_reason, status) from mine where status <> 'EXITED') as failures,
      (select count(*) from mine where status = 'EXITED') as completed,
      (select count(*) from (
         select from workflow_step_executions where project_id = ${ctx.projectId} and workflow_id = ${workflowId}
         group by execution_id, step_id having count(*) <> 1 or min(status) <> 'COMPLETED') uneven) as "unevenSteps",
      (select count(*) from (
         select from mine left join emails on emails.project_id = mine.project_id
           and emails.workflow_execution_id = mine.id
         group by mine.id having count(emails.id) <> ${MAILS_PER_CONTACT}) uneven) as "unevenEmails",
      (select count(*) from emails where project_id = ${ctx.projectId} and status = 'SENT') as sent,
      (select count(*) from emails where project_id = ${ctx.projectId} and status = 'UNKNOWN') as unknown
  `.execute(ctx.db);
  const { executions, ...counted } = rows[0] as (typeof rows)[number];
  return {
    contacts,
    kills,
    ...counted,
    missing: Math.abs(contacts - executions),
    tooMany: [...site.received.values()].filter((copies) => copies > MAILS_PER_CONTACT).length,
  };
}
