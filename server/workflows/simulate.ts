import type { Simulation } from '../../contract/workflow-executions.ts';
import { getContact, toContact } from '../contacts/contact.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { badRequest } from '../platform/errors.ts';
import { uuidV7 } from '../platform/uuid.ts';
import { compileText } from '../templates/language/compile.ts';
import { getTemplate } from '../templates/template.ts';
import { currentGraph, type Graph, type GraphStep, nextStep, type Outcome as Way } from './graph.ts';
import { runStep } from './steps/run-step.ts';
import type { Outcome, Traveller } from './steps/step.ts';
import { timedOut } from './steps/wait-for-event.ts';
import { attempt, variablesOf } from './variables.ts';
import { getWorkflowRow } from './workflow.ts';

interface Wish {
  contactId: string;
  event?: Record<string, unknown> | null | undefined;
  context?: Record<string, unknown> | null | undefined;
  /** Events that arrive while it waits for them. */
  receives?: string[] | undefined;
}

const MAX_STEPS = 200;

/**
 * Walks a contact through the graph as it is now. The steps are the real ones, in a transaction that is undone: a
 * condition after an update sees the update, and nothing is sent or stored. Time passes as fast as the walk.
 */
export async function simulate(ctx: Ctx, workflowId: string, wish: Wish): Promise<Simulation> {
  const undo = new Undo();
  try {
    await transaction(ctx, async (ctx) => {
      undo.result = await walk(ctx, workflowId, wish);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return undo.result as Simulation;
}

class Undo extends Error {
  result: Simulation | undefined;
}

interface Walk {
  ctx: Ctx;
  graph: Graph;
  traveller: Traveller;
  receives: Set<string>;
  steps: Simulation['steps'];
  now: Date;
}

async function walk(ctx: Ctx, workflowId: string, wish: Wish): Promise<Simulation> {
  const workflow = await getWorkflowRow(ctx, workflowId);
  const contact = toContact(await getContact(ctx, wish.contactId));
  const graph = await currentGraph(ctx, workflow.id);
  if (!graph.trigger) throw badRequest('The workflow has no trigger step');
  const now = ctx.clock.now();
  const given = { ...wish.event, ...wish.context };
  const state: Walk = {
    ctx: { ...ctx, clock: { now: () => state.now } },
    graph,
    traveller: {
      id: uuidV7(now),
      workflow: { id: workflow.id, name: workflow.name },
      startedAt: now,
      contact,
      context: Object.keys(given).length > 0 ? given : null,
      stepExecutionId: '',
      since: now,
    },
    receives: new Set(wish.receives),
    steps: [],
    now,
  };
  return goOn(state, graph.trigger);
}

async function goOn(state: Walk, first: GraphStep): Promise<Simulation> {
  for (let step: GraphStep | undefined = first; step; ) {
    if (state.steps.length === MAX_STEPS) return ended(state, 'RUNNING');
    const end = await doStep(state, step);
    if (end.endsAs) return ended(state, end.endsAs, end.isForEver);
    step = nextStep(state.graph, step, end.way);
  }
  return ended(state, 'COMPLETED');
}

function ended({ steps, now }: Walk, endsAs: Simulation['endsAs'], isForEver = false): Simulation {
  return { steps, endsAs, endsAt: isForEver ? null : now.toISOString() };
}

interface StepEnd {
  way?: Way;
  endsAs?: Simulation['endsAs'];
  isForEver?: boolean;
}

async function doStep(state: Walk, step: GraphStep): Promise<StepEnd> {
  const { traveller } = state;
  traveller.stepExecutionId = uuidV7(state.now);
  traveller.since = state.now;
  const [outcome] = (await runStep(state.ctx, step, [traveller])) as [Outcome];
  const told: Simulation['steps'][number] = {
    stepId: step.id,
    name: step.name,
    type: step.type,
    at: state.now.toISOString(),
    ...('branch' in outcome && outcome.branch ? { branch: outcome.branch } : {}),
    ...('output' in outcome ? { output: withoutIds(outcome.output) } : {}),
    ...(await subjectOf(state, step, outcome)),
  };
  state.steps.push(told);
  return follow(state, outcome, told);
}

/** The mail and its row are gone as soon as this answers. */
function withoutIds({ emailId, ...output }: Record<string, unknown>): Record<string, unknown> {
  return output;
}

async function subjectOf({ ctx, traveller }: Walk, step: GraphStep, outcome: Outcome): Promise<{ subject?: string }> {
  if (step.type !== 'SEND_EMAIL' || outcome.kind !== 'done' || !step.templateId) return {};
  const { subject } = await getTemplate(ctx, step.templateId);
  const rendered = attempt(() => compileText(subject).render(variablesOf(ctx, traveller)));
  return 'value' in rendered ? { subject: rendered.value } : {};
}

function follow(state: Walk, outcome: Outcome, told: Simulation['steps'][number]): StepEnd {
  switch (outcome.kind) {
    case 'done':
      if (outcome.contact) state.traveller.contact = outcome.contact;
      return { way: outcome.branch === undefined ? {} : { branch: outcome.branch } };
    case 'received':
      return { way: { waitOutcome: 'EVENT' } };
    case 'sleep':
      state.now = outcome.until;
      return { way: {} };
    case 'wait':
      return waited(state, outcome, told);
    case 'call':
      told.output = { note: 'Not called in a simulation: taken as a success' };
      return { way: {} };
    case 'exit':
      return { endsAs: 'EXITED' };
    case 'failed':
      told.output = { error: outcome.reason };
      return { endsAs: 'FAILED' };
  }
}

function waited(
  state: Walk,
  { forEvent, until }: Extract<Outcome, { kind: 'wait' }>,
  told: Simulation['steps'][number],
): StepEnd {
  if (state.receives.has(forEvent)) {
    told.output = { eventName: forEvent, waitOutcome: 'EVENT' };
    return { way: { waitOutcome: 'EVENT' } };
  }
  told.output = timedOut(forEvent);
  if (!until) return { endsAs: 'WAITING', isForEver: true };
  state.now = until;
  return { way: { waitOutcome: 'TIMEOUT' } };
}
