import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { createAlarm } from '../platform/alarm.ts';
import { hours, minutes, seconds } from '../platform/clock.ts';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import { lookupTransaction } from '../platform/db/lookup-transaction.ts';
import { isPassingTrouble } from '../platform/db/violations.ts';
import { publicFetch } from '../platform/public-fetch.ts';
import { type ClaimedExecution, cancelDue, projectsWithDue, selectClaimed } from './claimed-executions.ts';
import { announceDue } from './execution-moves.ts';
import { loadGraph } from './graph.ts';
import { Journey, NO_GRAPH, writeJourneys } from './journey.ts';
import { judgeAnswer, type Verdict } from './judge-answer.ts';
import type { SettingOf } from './steps/step.ts';
import { webhookRequest } from './webhook-request.ts';

const POLL_MS = seconds(1);
const CALLS_AT_ONCE = 50;
/** A project whose receiver is slow leaves room for the others. */
const CALLS_PER_PROJECT = 10;
/** Beyond the longest call: whoever holds it longer has died, and the call is made again under the same id. */
const LEASE_MS = minutes(1);
const RETRY_AFTER_MS = [seconds(10), minutes(1), minutes(5), minutes(30), hours(2)];

/** Makes the requests of WEBHOOK steps: leased, called outside any transaction, and recorded if it is still ours. */
export class WebhookCaller {
  readonly #ctx: BaseCtx;
  readonly #owner = randomUUID();
  readonly #alarm = createAlarm();
  readonly #underWay = new Map<Promise<void>, string>();
  #isStopping = false;
  #loop: Promise<void> | undefined;

  constructor(ctx: BaseCtx) {
    this.#ctx = ctx;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  wake(): void {
    this.#alarm.set();
  }

  /** Takes no more, and waits for those under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#alarm.set();
    await this.#loop;
    await Promise.all(this.#underWay.keys());
  }

  /** Makes every call that is due now, then returns. Answers how many there were. */
  async callDue(): Promise<number> {
    let made = 0;
    for (let taken = await this.#take(); taken > 0 || this.#underWay.size > 0; taken = await this.#take()) {
      made += taken;
      if (this.#underWay.size > 0) await Promise.race(this.#underWay.keys());
    }
    return made;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const taken = await this.#take().catch((error: unknown) => {
        this.#ctx.log.error({ err: error }, 'webhooks interrupted');
        return 0;
      });
      if (taken === 0 && !this.#isStopping) await this.#alarm.ring(POLL_MS);
    }
  }

  async #take(): Promise<number> {
    if (this.#isStopping || this.#underWay.size >= CALLS_AT_ONCE) return 0;
    let taken = 0;
    for (const { projectId, disabled } of (await projectsWithDue(this.#ctx, true)).due) {
      const ctx = { ...this.#ctx, projectId };
      if (disabled) taken += await cancelDue(ctx);
      else taken += await this.#takeOf(ctx);
    }
    return taken;
  }

  async #takeOf(ctx: Ctx): Promise<number> {
    const own = [...this.#underWay.values()].filter((projectId) => projectId === ctx.projectId).length;
    const room = Math.min(CALLS_AT_ONCE - this.#underWay.size, CALLS_PER_PROJECT - own);
    const claimed = room > 0 ? await leaseCalls(ctx, this.#owner, room) : [];
    for (const execution of claimed) {
      const call = this.#call(ctx, execution)
        .catch((error: unknown) =>
          ctx.log.error({ err: error, executionId: execution.id }, 'a webhook was not recorded'),
        )
        .finally(() => {
          this.#underWay.delete(call);
          this.#alarm.set();
        });
      this.#underWay.set(call, ctx.projectId);
    }
    return claimed.length;
  }

  async #call(ctx: Ctx, claimed: ClaimedExecution): Promise<void> {
    const verdict = await callOnce(ctx, claimed);
    // What the receiver has answered must not be forgotten because the database is restarting.
    for (;;) {
      try {
        return await this.#record(ctx, claimed, verdict);
      } catch (error) {
        if (!isPassingTrouble(error) || this.#isStopping) throw error;
        ctx.log.warn({ err: error }, 'the answer of a webhook waits for the database');
        await delay(seconds(1));
      }
    }
  }

  /** Nothing happens where the execution was cancelled meanwhile, or another worker had to take over. */
  #record(ctx: Ctx, { id }: ClaimedExecution, verdict: Verdict): Promise<void> {
    return lookupTransaction(ctx, async (ctx) => {
      const held = sql`(
        select * from workflow_executions
        where project_id = ${ctx.projectId} and id = ${id} and lease_owner = ${this.#owner} and status = 'RUNNING'
        for update
      )`;
      const { rows } = await selectClaimed(ctx, held).execute(ctx.db);
      if (rows[0]) await follow(ctx, rows[0], verdict);
    });
  }
}

function leaseCalls(ctx: Ctx, owner: string, limit: number): Promise<ClaimedExecution[]> {
  return lookupTransaction(ctx, (ctx) => lease(ctx, owner, limit));
}

async function lease(ctx: Ctx, owner: string, limit: number): Promise<ClaimedExecution[]> {
  const now = ctx.clock.now();
  const { rows: leased } = await sql<{ id: string }>`/* prepared */
    update workflow_executions
    set lease_owner = ${owner}, wake_at = ${new Date(now.getTime() + LEASE_MS)}
    where project_id = ${ctx.projectId} and id in (
      select id from workflow_executions
      where project_id = ${ctx.projectId} and status = 'RUNNING' and is_calling and wake_at <= ${now}
      order by wake_at, id limit ${limit}
      for update skip locked
    )
    returning id
  `.execute(ctx.db);
  if (leased.length === 0) return [];
  const source = sql`(select * from workflow_executions
    where project_id = ${ctx.projectId} and id = any(${leased.map(({ id }) => id)}::uuid[]))`;
  const { rows } = await selectClaimed(ctx, source).execute(ctx.db);
  return rows;
}

async function callOnce(ctx: Ctx, claimed: ClaimedExecution): Promise<Verdict> {
  const graph = await loadGraph(ctx, claimed.workflow_id, claimed.version);
  const step = graph?.steps.get(claimed.current_step_id ?? '');
  if (!graph || !step || step.type !== 'WEBHOOK' || 'problem' in step.setting) {
    return { kind: 'failed', reason: 'The step is not in the graph' };
  }
  const { traveller } = new Journey(claimed, graph);
  try {
    const request = await webhookRequest(ctx, step.setting as SettingOf<'WEBHOOK'>, traveller);
    const answer = await publicFetch(request, {
      timeoutMs: seconds(ctx.config.webhookTimeoutSeconds),
      privateNetworks: ctx.config.webhookPrivateNetworks,
    });
    return judgeAnswer(request, answer);
  } catch (error) {
    ctx.log.error({ err: error, executionId: claimed.id }, 'a webhook could not be made');
    return { kind: 'retry', reason: `Internal error: ${(error as Error).message}` };
  }
}

async function follow(ctx: Ctx, claimed: ClaimedExecution, verdict: Verdict): Promise<void> {
  const graph = await loadGraph(ctx, claimed.workflow_id, claimed.version);
  const journey = new Journey(claimed, graph ?? NO_GRAPH);
  const now = ctx.clock.now();
  const attempts = (claimed.open_attempts ?? 0) + 1;
  const wait = RETRY_AFTER_MS[attempts - 1];
  journey.arrive(now);
  if (verdict.kind !== 'retry') journey.apply(verdict, now);
  else if (wait === undefined) journey.fail(verdict.reason);
  else journey.retry({ reason: verdict.reason, attempts, at: new Date(now.getTime() + wait), isCalling: true });
  if (!journey.state) journey.pause(now);
  for (const note of journey.notes) note.attempts = attempts;
  await writeJourneys(ctx, [journey]);
  await announceDue(ctx);
}
