import { branchesOf } from '../../contract/workflow-steps.ts';
import type { Problem } from '../../contract/workflows.ts';
import { problemIn } from '../conditions/condition-problem.ts';
import { loadReferences } from '../conditions/references.ts';
import type { Ctx } from '../platform/context.ts';
import { isUuid } from '../platform/uuid.ts';
import { segmentsOf } from '../segments/matching-contacts.ts';
import { contactPart } from './condition-tree.ts';
import { type GraphStep, graphOf } from './graph.ts';
import { stepsInCircles, unreachableSteps } from './graph-walks.ts';
import { nextRun, type Schedule, scheduleProblem } from './schedule.ts';
import { type StepRow, type TransitionRow, toStep, toTransition, type WorkflowRow } from './workflow.ts';

type Found = Omit<Problem, 'stepId'>;

/** What would go wrong. Nothing of it forbids saving or enabling: a graph is built step by step. */
export async function findProblems(
  ctx: Ctx,
  workflow: WorkflowRow,
  rows: StepRow[],
  transitions: TransitionRow[],
): Promise<Problem[]> {
  const graph = graphOf({ steps: rows.map(toStep), transitions: transitions.map(toTransition) });
  const configs = new Map(rows.map(({ id, config }) => [id, config]));
  const [circles, unreachable] = [stepsInCircles(graph), unreachableSteps(graph)];
  const problems: Problem[] = [];
  for (const step of graph.steps.values()) {
    const found = [
      ...(step.type === 'TRIGGER' ? await triggerProblems(ctx, workflow, step) : []),
      ...(await ownProblems(ctx, step)),
      ...wayProblems(step, configs.get(step.id)),
      ...(circles.has(step.id) ? [error('CYCLE', `Step “${step.name}” leads back to itself`)] : []),
      ...(unreachable.has(step.id) ? [warning('UNREACHABLE', `No way leads to step “${step.name}”`)] : []),
    ];
    problems.push(...found.map((problem) => ({ ...problem, stepId: step.id })));
  }
  return problems;
}

const error = (code: Problem['code'], message: string): Found => ({ code, severity: 'error', message });
const warning = (code: Problem['code'], message: string): Found => ({ code, severity: 'warning', message });

async function triggerProblems(ctx: Ctx, workflow: WorkflowRow, { outgoing }: GraphStep): Promise<Found[]> {
  return [
    ...(outgoing.length === 0 ? [warning('NO_STEPS', 'Nothing follows the trigger')] : []),
    ...(await startProblems(ctx, workflow)),
  ];
}

async function startProblems(ctx: Ctx, { trigger_type, trigger_config }: WorkflowRow): Promise<Found[]> {
  const { eventName, schedule, timezone, segmentId } = trigger_config ?? {};
  if (trigger_type === 'MANUAL') return [];
  if (trigger_type === 'EVENT') {
    const isNamed = typeof eventName === 'string' && eventName !== '';
    return isNamed ? [] : [error('INVALID_TRIGGER', 'The trigger names no event, so nothing starts the workflow')];
  }
  if (typeof schedule !== 'string') return [error('INVALID_TRIGGER', 'The trigger has no schedule')];
  const problem = neverFires(ctx, { schedule, timezone: timezone === undefined ? null : String(timezone) });
  const isMissing = segmentId !== undefined && segmentId !== null && !(await hasSegment(ctx, segmentId));
  return [
    ...(problem ? [error('INVALID_TRIGGER', `The trigger never fires: ${problem}`)] : []),
    ...(isMissing ? [error('MISSING_SEGMENT', 'The trigger names a segment that does not exist')] : []),
  ];
}

function neverFires(ctx: Ctx, schedule: Schedule): string | undefined {
  const isEver = nextRun(schedule, ctx.clock.now()) !== undefined;
  return scheduleProblem(schedule) ?? (isEver ? undefined : `no day fits "${schedule.schedule}"`);
}

const hasSegment = async (ctx: Ctx, id: unknown): Promise<boolean> =>
  typeof id === 'string' && isUuid(id) && (await segmentsOf(ctx)([id])).size > 0;

async function ownProblems(ctx: Ctx, { type, name, templateId, setting }: GraphStep): Promise<Found[]> {
  if ('problem' in setting) return [error('INVALID_CONFIG', `Step “${name}”: ${setting.problem}`)];
  if (type === 'SEND_EMAIL' && !templateId) return [error('MISSING_TEMPLATE', `Step “${name}” has no template`)];
  if (setting.type !== 'CONDITION' || setting.mode !== 'tree') return [];
  const ofContact = contactPart(setting.config);
  if (!ofContact) return [];
  const meaning = problemIn(ofContact);
  if (meaning) return [error('INVALID_CONFIG', `Step “${name}”: ${meaning.message}`)];
  const loaded = await loadReferences(ofContact, segmentsOf(ctx));
  return 'problem' in loaded ? [error('MISSING_SEGMENT', `Step “${name}”: ${loaded.problem.message}`)] : [];
}

function wayProblems({ type, name, setting, outgoing }: GraphStep, config: unknown): Found[] {
  if (type === 'CONDITION') return branchProblems(name, branchesOf(config), outgoing);
  const waitsForEver = 'type' in setting && setting.type === 'WAIT_FOR_EVENT' && !setting.config.timeout;
  if (waitsForEver && outgoing.some(({ waitOutcome }) => waitOutcome === 'TIMEOUT')) {
    return [warning('NO_TIMEOUT', `Step “${name}” waits for ever: its way out by timeout is never taken`)];
  }
  return [];
}

function branchProblems(name: string, branches: string[], outgoing: GraphStep['outgoing']): Found[] {
  const led = new Set(outgoing.map(({ branch }) => branch));
  const missing = led.has(null) ? [] : branches.filter((branch) => !led.has(branch));
  const unknown = [...led].filter((branch) => branch !== null && !branches.includes(branch));
  return [
    ...missing.map((branch) =>
      warning('MISSING_BRANCH', `Step “${name}” leads nowhere for “${branch}”: the execution ends there`),
    ),
    ...unknown.map((branch) => warning('UNKNOWN_BRANCH', `Step “${name}” has no branch “${branch}” any more`)),
  ];
}
