import { z } from 'zod';
import { type Setting, STEP_TYPES, type StepType, settingOf } from '../../contract/workflow-steps.ts';
import type { Ctx } from '../platform/context.ts';

const snapshot = z.object({
  steps: z.array(
    z.object({
      id: z.string(),
      type: z.enum(STEP_TYPES),
      name: z.string(),
      templateId: z.string().nullable(),
      config: z.record(z.string(), z.unknown()),
    }),
  ),
  transitions: z.array(
    z.object({
      id: z.string(),
      fromStepId: z.string(),
      toStepId: z.string(),
      branch: z.string().nullable(),
      waitOutcome: z.enum(['EVENT', 'TIMEOUT']).nullable(),
      priority: z.int(),
    }),
  ),
});
/** A graph as workflow_versions stores it: steps and transitions in the order they were made. */
export type Snapshot = z.infer<typeof snapshot>;

export interface GraphTransition {
  toStepId: string;
  branch: string | null;
  waitOutcome: 'EVENT' | 'TIMEOUT' | null;
}

export interface GraphStep {
  id: string;
  type: StepType;
  name: string;
  templateId: string | null;
  /** What it does, or why it cannot do anything. */
  setting: Setting | { problem: string };
  /** In the order in which they are tried. */
  outgoing: GraphTransition[];
}

export interface Graph {
  /** undefined only where somebody else's hand was in the tables. */
  trigger: GraphStep | undefined;
  steps: Map<string, GraphStep>;
}

export function graphOf({ steps, transitions }: Snapshot): Graph {
  const known = new Map<string, GraphStep>(
    steps.map(({ config, ...step }) => [step.id, { ...step, setting: settingOf(step.type, config), outgoing: [] }]),
  );
  // Sorting is stable: of equal priority the older one comes first.
  for (const { fromStepId, toStepId, branch, waitOutcome } of [...transitions].sort(
    (a, b) => a.priority - b.priority,
  )) {
    known.get(fromStepId)?.outgoing.push({ toStepId, branch, waitOutcome });
  }
  return { trigger: [...known.values()].find(({ type }) => type === 'TRIGGER'), steps: known };
}

/** How a step ended, where that decides the way: the branch of a CONDITION, or whether a WAIT_FOR_EVENT got its event. */
export interface Outcome {
  branch?: string;
  waitOutcome?: 'EVENT' | 'TIMEOUT';
}

/** Where an execution goes after a step; undefined: it has come to its end. */
export function nextStep({ steps }: Graph, { outgoing }: GraphStep, { branch, waitOutcome }: Outcome = {}) {
  const fitting = outgoing.filter((way) => branch === undefined || way.branch === null || way.branch === branch);
  // A tagged way goes before an untagged one, which serves both outcomes.
  const way =
    waitOutcome === undefined
      ? fitting[0]
      : (fitting.find((way) => way.waitOutcome === waitOutcome) ?? fitting.find((way) => way.waitOutcome === null));
  return way && steps.get(way.toStepId);
}

const CACHED_GRAPHS = 1_000;
const cached = new Map<string, Graph>();

/** The graph that an execution started with. A version never changes, so it is kept in memory; the least used goes. */
export async function loadGraph(ctx: Ctx, workflowId: string, version: number): Promise<Graph | undefined> {
  const key = `${ctx.projectId} ${workflowId} ${version}`;
  const graph = cached.get(key) ?? (await readGraph(ctx, workflowId, version));
  if (!graph) return undefined;
  cached.delete(key);
  cached.set(key, graph);
  if (cached.size > CACHED_GRAPHS) cached.delete(cached.keys().next().value as string);
  return graph;
}

async function readGraph(ctx: Ctx, workflowId: string, version: number): Promise<Graph | undefined> {
  const row = await ctx.db
    .selectFrom('workflow_versions')
    .select('graph')
    .where('project_id', '=', ctx.projectId)
    .where('workflow_id', '=', workflowId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row && graphOf(snapshot.parse(row.graph));
}

/** The graph as it is in the editor now, whether the workflow is enabled or not. */
export async function currentSnapshot(ctx: Ctx, workflowId: string): Promise<Snapshot> {
  const of = { project_id: ctx.projectId, workflow_id: workflowId };
  const [steps, transitions] = await Promise.all([
    ctx.db
      .selectFrom('workflow_steps')
      .select(['id', 'type', 'name', 'template_id as templateId', 'config'])
      .where((eb) => eb.and(of))
      .orderBy('id')
      .execute(),
    ctx.db
      .selectFrom('workflow_transitions')
      .select([
        'id',
        'from_step_id as fromStepId',
        'to_step_id as toStepId',
        'branch',
        'wait_outcome as waitOutcome',
        'priority',
      ])
      .where((eb) => eb.and(of))
      .orderBy('id')
      .execute(),
  ]);
  return { steps, transitions } as Snapshot;
}

export const currentGraph = async (ctx: Ctx, workflowId: string): Promise<Graph> =>
  graphOf(await currentSnapshot(ctx, workflowId));
