import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { upsertContacts } from '../server/contacts/upsert-contacts.ts';
import { addBootstrapDomains } from '../server/domains/domain.ts';
import { recordEvents } from '../server/events/record-events.ts';
import type { Ctx } from '../server/platform/context.ts';
import { createProject } from '../server/projects/project.ts';
import { createTemplate } from '../server/templates/edit-template.ts';
import { addStep } from '../server/workflows/add-step.ts';
import { advanceDue } from '../server/workflows/advance-executions.ts';
import { addTransition } from '../server/workflows/edit-transitions.ts';
import { createWorkflow, updateWorkflow } from '../server/workflows/edit-workflow.ts';
import { startWorkflows } from '../server/workflows/engine.ts';
import { handleEvents } from '../server/workflows/on-event.ts';
import { verdict } from './tools/report.ts';
import { collect } from './tools/rows.ts';
import { scratchContext } from './tools/scratch-context.ts';

/**
 * Executions of a graph of five steps (trigger, condition, email, delay, exit), started by events, beside a bare loop of
 * SQL that does the least possible: it moves a row and tells one line per step. Then a crowd that sleeps: what it costs
 * while nothing is due, and how soon one of it is served.
 */
const EXECUTIONS = Number(process.argv[2] ?? 20_000);
const SLEEPERS = Number(process.argv[3] ?? 200_000);
const EVENTS_AT_ONCE = 500;
const BARE_BATCH = 500;
const STEPS = 5;
const IDLE_SECONDS = 10;
const MIN_RATIO = 0.25;
const MAX_IDLE_CPU_PERCENT = 5;
const MAX_LATENCY_MS = 250;

const rate = (label: string, perSecond: number, unit: string) =>
  console.log(`${label.padEnd(52)}${Math.round(perSecond).toLocaleString('en').padStart(9)} ${unit}/s`);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function aWorkflow(ctx: Ctx): Promise<string> {
  await addBootstrapDomains(ctx, ctx.projectId, ['bench.example']);
  const body = '<p>Hello {{ name }}</p>'.repeat(50);
  const template = {
    name: 'T',
    subject: 'Hi {{ name }}',
    body,
    from: 'news@bench.example',
    type: 'MARKETING' as const,
  };
  const { id: templateId } = await createTemplate(ctx, template);
  const workflow = await createWorkflow(ctx, { name: 'Bench', eventName: 'go', allowReentry: false });
  const step = (type: string, config: object, more = {}) =>
    addStep(ctx, workflow.id, { type, name: type, position: {}, config, autoConnect: false, ...more } as never);
  const trigger = await ctx.db
    .selectFrom('workflow_steps')
    .select('id')
    .where('workflow_id', '=', workflow.id)
    .executeTakeFirstOrThrow();
  const condition = await step('CONDITION', { field: 'data.plan', operator: 'equals', value: 'pro' });
  const mail = await step('SEND_EMAIL', {}, { templateId });
  const delay = await step('DELAY', { amount: 0.001, unit: 'minutes' });
  const exit = await step('EXIT', {});
  const ways = [
    [trigger, condition],
    [condition, mail, 'yes'],
    [mail, delay],
    [delay, exit],
  ] as const;
  for (const [from, to, branch] of ways) {
    await addTransition(ctx, workflow.id, { fromStepId: from.id, toStepId: to.id, branch, priority: 0 } as never);
  }
  await updateWorkflow(ctx, workflow.id, { enabled: true });
  return workflow.id;
}

async function makeContacts(ctx: Ctx, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 5000) {
    const upserts = Array.from({ length: Math.min(5000, count - i) }, (_, k) => ({
      email: `p${i + k}@example.net`,
      change: { set: { plan: 'pro', name: `Person ${i + k}` }, remove: [] },
    }));
    ids.push(...(await upsertContacts(ctx, upserts, { subscribedByDefault: true })).map(({ contact }) => contact.id));
  }
  return ids;
}

async function recordAll(ctx: Ctx, name: string, contactIds: string[]): Promise<void> {
  for (let i = 0; i < contactIds.length; i += EVENTS_AT_ONCE) {
    const slice = contactIds.slice(i, i + EVENTS_AT_ONCE);
    await recordEvents(
      ctx,
      slice.map((contactId) => ({ name, contactId, data: { source: 'bench' } })),
    );
  }
}

const isOpen = async (ctx: Ctx): Promise<boolean> => {
  const { rows } = await sql`select from workflow_executions where project_id = ${ctx.projectId}
    and status in ('RUNNING', 'WAITING') limit 1`.execute(ctx.db);
  return rows.length > 0;
};

/** One row per execution and one line per step, in batches and transactions as ours; no rules, no mail, no triggers. */
async function bareLoop(ctx: Ctx): Promise<number> {
  await sql`create table bare (id uuid primary key default uuidv7(), step int not null, wake_at timestamptz not null)`.execute(
    ctx.db,
  );
  await sql`create index on bare (wake_at) where step < ${sql.lit(STEPS)}`.execute(ctx.db);
  await sql`create table bare_steps (id uuid primary key default uuidv7(), bare_id uuid not null references bare, step int, output jsonb, at timestamptz)`.execute(
    ctx.db,
  );
  await sql`insert into bare (step, wake_at) select 0, now() from generate_series(1, ${EXECUTIONS}::int)`.execute(
    ctx.db,
  );
  await sql`analyze bare`.execute(ctx.db);
  const seconds = await timed(async () => {
    for (let moved = 1; moved > 0; ) {
      const { rows } = await sql`/* prepared */
        with due as (
          select id from bare where step < ${sql.lit(STEPS)} and wake_at <= now() order by wake_at limit ${BARE_BATCH}
          for update skip locked
        ), told as (
          insert into bare_steps (bare_id, step, output, at) select id, 1, '{"branch":"yes"}', now() from due
        )
        update bare set step = bare.step + 1, wake_at = now() from due where bare.id = due.id returning 1
      `.execute(ctx.db);
      moved = rows.length;
    }
  });
  return (EXECUTIONS * STEPS) / seconds;
}

async function addSleepers(ctx: Ctx, workflowId: string): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    // Without triggers and foreign keys: a crowd like this comes over months.
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`
      insert into workflow_executions (project_id, workflow_id, contact_id, version, status, current_step_id, wake_at,
                                       is_sole, started_at)
      select ${ctx.projectId}, ${workflowId}, contact.id, workflows.version, 'WAITING', step.id,
             now() + interval '1 day' + n * interval '1 second', false, now()
      from generate_series(1, ${Math.ceil(SLEEPERS / EXECUTIONS)}::int) as n
      cross join (select id from contacts where project_id = ${ctx.projectId} limit ${EXECUTIONS}) as contact
      join workflows on workflows.id = ${workflowId}
      join workflow_steps as step on step.workflow_id = workflows.id and step.type = 'DELAY'
      limit ${SLEEPERS}
    `.execute(db);
  });
  await sql`vacuum analyze workflow_executions`.execute(ctx.db);
}

/** Processor time so far of this process and of each of the database's, in seconds. */
async function cpuSeconds(ctx: Ctx): Promise<Map<number, number>> {
  const { user, system } = process.cpuUsage();
  const spent = new Map([[process.pid, (user + system) / 1e6]]);
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend'`.execute(ctx.db);
  for (const { pid } of rows) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    spent.set(pid, (Number(fields[11]) + Number(fields[12])) / 100);
  }
  return spent;
}

const spentSince = (before: Map<number, number>, after: Map<number, number>): number =>
  [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);

/** One sleeper's time comes: how late it is served by the running loop, seen from outside. */
async function latenciesMs(ctx: Ctx, rounds: number): Promise<number[]> {
  const late: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const due = new Date(Date.now() + 1300);
    const { rows } = await sql<{ id: string }>`
      update workflow_executions set wake_at = ${due}
      where (project_id, id) in (
        select project_id, id from workflow_executions where project_id = ${ctx.projectId} and status = 'WAITING' limit 1)
      returning id`.execute(ctx.db);
    const isServed = async () => {
      const { rows: served } = await sql`select from workflow_executions
        where project_id = ${ctx.projectId} and id = ${rows[0]?.id} and status = 'EXITED'`.execute(ctx.db);
      return served.length > 0;
    };
    while (!(await isServed())) await new Promise((resolve) => setTimeout(resolve, 2));
    late.push(Date.now() - due.getTime());
  }
  return late;
}

async function measureRuns(ctx: Ctx, contactIds: string[]): Promise<void> {
  const plain = contactIds.length / (await timed(() => recordAll(ctx, 'unheard', contactIds)));
  const heard = contactIds.length / (await timed(() => recordAll(ctx, 'go', contactIds)));
  rate('events recorded that nobody listens to', plain, 'events');
  rate('events recorded that start a workflow', heard, 'events');
  await sql`analyze`.execute(ctx.db);
  const starting = await timed(async () => {
    while ((await handleEvents(ctx)) > 0);
  });
  rate('executions started from events', EXECUTIONS / starting, 'executions');
  await sql`analyze`.execute(ctx.db);
  const running = await timed(async () => {
    while (await isOpen(ctx)) await advanceDue(ctx);
  });
  const { steps } = await ctx.db
    .selectFrom('workflow_step_executions')
    .select((eb) => eb.fn.countAll<number>().as('steps'))
    .where('status', '=', 'COMPLETED')
    .executeTakeFirstOrThrow();
  if (steps !== EXECUTIONS * STEPS) throw new Error(`${steps} steps were told, not ${EXECUTIONS * STEPS}`);
  const ours = (EXECUTIONS * STEPS) / (starting + running);
  rate('steps, starting included (rules, mail, counts)', ours, 'steps');
  const bare = await bareLoop(ctx);
  rate('bare SQL loop, the least possible', bare, 'steps');
  collect({ what: 'Workflow steps', ours, unit: 'steps/s', beside: { name: 'a bare SQL loop', value: bare } });
  verdict(`steps reach ${(ours / bare).toFixed(2)} of the bare loop (at least ${MIN_RATIO})`, ours / bare >= MIN_RATIO);
}

async function measureSleepers(ctx: Ctx, workflowId: string, connectionString: string): Promise<void> {
  await addSleepers(ctx, workflowId);
  const claims = await Promise.all([1, 2, 3].map(() => timed(() => advanceDue(ctx))));
  const engine = await startWorkflows(ctx, connectionString);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const before = await cpuSeconds(ctx);
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000));
  const idle = (100 * spentSince(before, await cpuSeconds(ctx))) / IDLE_SECONDS;
  const late = await latenciesMs(ctx, 5);
  await engine.stop();
  const crowd = `${SLEEPERS.toLocaleString('en')} sleeping executions`;
  console.log(`\n${crowd}: a look for due ones takes ${(Math.min(...claims) * 1000).toFixed(1)} ms`);
  console.log(`one that falls due is served ${late.map((ms) => Math.round(ms)).join(', ')} ms later`);
  verdict(
    `idle they cost ${idle.toFixed(1)} % of a processor (at most ${MAX_IDLE_CPU_PERCENT})`,
    idle <= MAX_IDLE_CPU_PERCENT,
  );
  verdict(`served within ${MAX_LATENCY_MS} ms`, Math.max(...late) <= MAX_LATENCY_MS);
}

const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-bench-'));
const scratch = await scratchContext(dataDir);
try {
  const { id } = await createProject(scratch.ctx, { name: 'Bench' });
  const ctx: Ctx = { ...scratch.ctx, projectId: id };
  const workflowId = await aWorkflow(ctx);
  const contactIds = await makeContacts(ctx, EXECUTIONS);
  console.log(`${EXECUTIONS.toLocaleString('en')} executions of ${STEPS} steps`);
  await measureRuns(ctx, contactIds);
  await measureSleepers(ctx, workflowId, scratch.connectionString);
} finally {
  await scratch.close();
  await rm(dataDir, { recursive: true, force: true });
}
