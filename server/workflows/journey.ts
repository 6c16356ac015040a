import type { Ctx } from '../platform/context.ts';
import { uuidV7 } from '../platform/uuid.ts';
import type { ClaimedExecution } from './claimed-executions.ts';
import { type Move, type State, type StepNote, writeMoves } from './execution-moves.ts';
import { type Graph, type GraphStep, loadGraph, nextStep, type Outcome as Way } from './graph.ts';
import { runStep } from './steps/run-step.ts';
import type { Outcome, Traveller } from './steps/step.ts';
import { timedOut } from './steps/wait-for-event.ts';

/** No graph that was drawn by hand is this long: one that comes back to itself gives the others a turn. */
const MAX_STEPS_AT_ONCE = 100;

interface Retry {
  reason: string;
  attempts: number;
  at: Date;
  isCalling?: boolean;
}

/** One execution on its way through the graph, with all that is to be written about it. */
export class Journey {
  readonly traveller: Traveller;
  readonly graph: Graph;
  /** Where it is to do something next. */
  step: GraphStep | undefined;
  /** Set when it stops, for now or for good. */
  state: State | undefined;
  readonly notes: StepNote[] = [];
  readonly #claimed: ClaimedExecution;
  #hasNewContext = false;

  constructor(claimed: ClaimedExecution, graph: Graph) {
    this.#claimed = claimed;
    this.graph = graph;
    this.step = claimed.current_step_id ? graph.steps.get(claimed.current_step_id) : undefined;
    this.traveller = {
      id: claimed.id,
      workflow: { id: claimed.workflow_id, name: claimed.workflow_name },
      startedAt: claimed.started_at,
      contact: claimed.contact,
      context: claimed.context,
      stepExecutionId: claimed.open_id ?? '',
      since: earlier(claimed.wake_at, claimed.open_since),
    };
  }

  get key(): string {
    return `${this.#claimed.workflow_id} ${this.#claimed.version} ${this.step?.id}`;
  }

  get move(): Move {
    const state = this.state as State;
    return {
      executionId: this.traveller.id,
      state,
      context: this.#hasNewContext ? this.traveller.context : undefined,
    };
  }

  /** What it waited for is over: the delay, or the patience of a wait. A trigger has nothing left to do. */
  wakeUp(): void {
    if (!this.step) this.fail('The step is not in the graph');
    else if (this.step.type === 'TRIGGER') this.#leave({});
    else if (this.#claimed.status === 'WAITING') {
      if (this.step.type === 'WAIT_FOR_EVENT') this.#giveUpWaiting(this.step);
      else this.#leave({});
    }
  }

  #giveUpWaiting({ setting }: GraphStep): void {
    const eventName = 'config' in setting && 'eventName' in setting.config ? setting.config.eventName : null;
    this.#note('COMPLETED', { output: timedOut(eventName ?? '') });
    this.#leave({ waitOutcome: 'TIMEOUT' });
  }

  /** The id of the step that it is at now; kept where something was noted of it already. */
  arrive(now: Date): void {
    this.traveller.stepExecutionId ||= uuidV7(now);
  }

  fail(reason: string, attempts = 0): void {
    if (this.step) this.#note('FAILED', { error: reason, attempts });
    this.state = { status: 'FAILED', stepId: null, wakeAt: null, exitReason: reason };
  }

  apply(outcome: Outcome, now: Date): void {
    if (outcome.kind === 'failed') this.fail(outcome.reason);
    else if (outcome.kind === 'done' || outcome.kind === 'received') this.#finish(outcome);
    else this.#halt(outcome, now);
  }

  #finish(outcome: Extract<Outcome, { kind: 'done' | 'received' }>): void {
    this.#note('COMPLETED', { output: outcome.output });
    if (outcome.kind === 'received') {
      this.traveller.context = outcome.context;
      this.traveller.since = outcome.at;
      this.#hasNewContext = true;
      this.#leave({ waitOutcome: 'EVENT' });
    } else {
      if (outcome.contact) this.traveller.contact = outcome.contact;
      this.#leave(outcome.branch === undefined ? {} : { branch: outcome.branch });
    }
  }

  #halt(outcome: Extract<Outcome, { kind: 'sleep' | 'wait' | 'call' | 'exit' }>, now: Date): void {
    switch (outcome.kind) {
      case 'sleep':
        this.#note('COMPLETED', { output: outcome.output });
        this.#stop({ status: 'WAITING', wakeAt: outcome.until });
        break;
      case 'wait':
        this.#note('WAITING', { executeAfter: outcome.until });
        this.#stop({ status: 'WAITING', wakeAt: outcome.until, waitingFor: outcome.forEvent });
        break;
      case 'call':
        this.#note('RUNNING', {});
        this.#stop({ status: 'RUNNING', wakeAt: now, isCalling: true });
        break;
      case 'exit':
        this.#note('COMPLETED', { output: outcome.output });
        this.state = { status: 'EXITED', stepId: null, wakeAt: null, exitReason: outcome.reason };
    }
  }

  /** The same step again, later. */
  retry({ reason, attempts, at, isCalling = false }: Retry): void {
    this.#note(isCalling ? 'RUNNING' : 'PENDING', { error: reason, attempts, scheduledFor: at });
    this.#stop({ status: 'RUNNING', wakeAt: at, isCalling });
  }

  /** It has not come to a halt, and gets another turn at once. */
  pause(now: Date): void {
    this.#stop({ status: 'RUNNING', wakeAt: now });
  }

  #stop(state: Omit<State, 'stepId'>): void {
    this.state = { ...state, stepId: this.step?.id ?? null };
  }

  #leave(way: Way): void {
    this.step = this.step && nextStep(this.graph, this.step, way);
    this.traveller.stepExecutionId = '';
    if (!this.step) this.state = { status: 'COMPLETED', stepId: null, wakeAt: null };
  }

  #note(status: StepNote['status'], told: Partial<StepNote>): void {
    this.notes.push({
      id: this.traveller.stepExecutionId,
      executionId: this.traveller.id,
      workflowId: this.#claimed.workflow_id,
      step: this.step as GraphStep,
      status,
      ...told,
    });
  }
}

const earlier = (a: Date, b: Date | null): Date => (b && b < a ? b : a);

/** Of a version that is gone: nothing is known of its steps. */
export const NO_GRAPH: Graph = { trigger: undefined, steps: new Map() };

/** Takes claimed executions as far as they come and writes where they are, in the transaction of the caller. */
export async function travel(ctx: Ctx, claimed: ClaimedExecution[]): Promise<void> {
  const journeys: Journey[] = [];
  for (const each of claimed) {
    const graph = await loadGraph(ctx, each.workflow_id, each.version);
    const journey = new Journey(each, graph ?? NO_GRAPH);
    journey.arrive(ctx.clock.now());
    journey.wakeUp();
    journeys.push(journey);
  }
  await goAsFarAsPossible(ctx, journeys);
  await writeJourneys(ctx, journeys);
}

export function writeJourneys(ctx: Ctx, journeys: Journey[]): Promise<void> {
  return writeMoves(
    ctx,
    journeys.map(({ move }) => move),
    journeys.flatMap(({ notes }) => notes),
  );
}

async function goAsFarAsPossible(ctx: Ctx, journeys: Journey[]): Promise<void> {
  const now = ctx.clock.now();
  for (let steps = 0; steps < MAX_STEPS_AT_ONCE; steps++) {
    const moving = journeys.filter(({ state }) => !state);
    if (moving.length === 0) return;
    for (const group of Map.groupBy(moving, ({ key }) => key).values()) await doStep(ctx, group, now);
  }
  for (const journey of journeys) if (!journey.state) journey.pause(now);
}

async function doStep(ctx: Ctx, group: Journey[], now: Date): Promise<void> {
  for (const journey of group) journey.arrive(now);
  const { step } = group[0] as Journey;
  const outcomes = await runStep(
    ctx,
    step as GraphStep,
    group.map(({ traveller }) => traveller),
  );
  for (const [i, journey] of group.entries()) journey.apply(outcomes[i] as Outcome, now);
}
