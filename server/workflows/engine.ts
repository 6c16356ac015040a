import { LISTENED_CHANNEL } from '../events/record-events.ts';
import { createAlarm } from '../platform/alarm.ts';
import { seconds } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import { listen } from '../platform/db/listen.ts';
import { advanceDue } from './advance-executions.ts';
import { WebhookCaller } from './call-webhooks.ts';
import { enrolScheduled } from './enrol-scheduled.ts';
import { DUE_CHANNEL } from './execution-moves.ts';
import { handleEvents } from './on-event.ts';

const POLL_MS = seconds(1);

/** The workflows of one process: events, schedules and due executions in turns; webhooks beside them. */
export class WorkflowEngine {
  readonly #ctx: BaseCtx;
  readonly #caller: WebhookCaller;
  readonly #alarm = createAlarm();
  #isStopping = false;
  #loop: Promise<void> | undefined;

  constructor(ctx: BaseCtx) {
    this.#ctx = ctx;
    this.#caller = new WebhookCaller(ctx);
  }

  start(): void {
    this.#loop ??= this.#run();
    this.#caller.start();
  }

  wake(): void {
    this.#alarm.set();
    this.#caller.wake();
  }

  /** Finishes the batch at hand, and the calls under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#alarm.set();
    await this.#loop;
    await this.#caller.stop();
  }

  /** Everything that is due now, calls included; then returns. */
  async settle(): Promise<void> {
    do await this.#workOff();
    while ((await this.#caller.callDue()) > 0);
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      // A database restart ends here: the loop waits and goes on.
      const next = await this.#workOff().catch((error: unknown) => {
        this.#ctx.log.error({ err: error }, 'workflows interrupted');
        return undefined;
      });
      if (!this.#isStopping) await this.#alarm.ring(this.#pauseUntil(next));
    }
  }

  #pauseUntil(next: Date | undefined): number {
    const ms = next ? next.getTime() - this.#ctx.clock.now().getTime() : POLL_MS;
    return Math.min(Math.max(ms, 0), POLL_MS);
  }

  /** In turns, so that neither a flood of events nor a long queue of executions holds up the other. */
  async #workOff(): Promise<Date | undefined> {
    const mayGoOn = () => !this.#isStopping;
    for (;;) {
      const handled = await handleEvents(this.#ctx, mayGoOn);
      const enrolled = await enrolScheduled(this.#ctx);
      const { moved, next } = await advanceDue(this.#ctx, mayGoOn);
      if (handled + enrolled + moved === 0 || !mayGoOn()) return next;
    }
  }
}

export async function startWorkflows(ctx: BaseCtx, connectionString: string): Promise<{ stop(): Promise<void> }> {
  const engine = new WorkflowEngine(ctx);
  const wake = () => engine.wake();
  const listener = await listen(connectionString, { [LISTENED_CHANNEL]: wake, [DUE_CHANNEL]: wake }, ctx.log);
  engine.start();
  return {
    stop: async () => {
      await listener.close();
      await engine.stop();
    },
  };
}
