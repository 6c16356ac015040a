import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react';
import type { Problem, Transition, WorkflowDetail } from '../../../contract/workflows.ts';
import { type GraphStep, truthOf } from '../step-truth.ts';
import { type WayOut, waysOut } from '../ways-out.ts';
import { inOrder, OPEN_END_SIZE, openEndId, type Place, STEP_SIZE } from './layout.ts';

export type StepNodeData = {
  step: GraphStep;
  truth: string;
  ways: WayOut[];
  problems: Problem[];
  /** When a simulated contact gets here; undefined: never; null: nothing is simulated. */
  at: string | undefined | null;
};
export type StepNode = Node<StepNodeData, 'step'>;
export type OpenEndNode = Node<{ step: GraphStep; way: WayOut }, 'open'>;
export type WayEdge = Edge<
  {
    label: string;
    count: number | undefined;
    transition: Transition | undefined;
    isWalked: boolean | null;
    names: string;
  },
  'way'
>;

const NOT_A_NODE = { focusable: false, selectable: false, connectable: true, ariaRole: 'group' as const };

interface Walk {
  times: ReadonlyMap<string, string>;
}

export function nodesOf(
  workflow: WorkflowDetail,
  places: ReadonlyMap<string, Place>,
  { selectedId, walk }: { selectedId: string | undefined; walk: Walk | undefined },
): (StepNode | OpenEndNode)[] {
  const problems = Map.groupBy(workflow.problems, ({ stepId }) => stepId);
  return inOrder(workflow.steps).flatMap((step) => {
    const ways = fromLeft(step, places);
    const at = walk ? walk.times.get(step.id) : null;
    const truth = truthOf(step, workflow);
    const node: StepNode = {
      ...NOT_A_NODE,
      id: step.id,
      type: 'step',
      position: places.get(step.id) ?? { x: 0, y: 0 },
      data: { step, truth, ways, problems: problems.get(step.id) ?? [], at },
      selected: step.id === selectedId,
      ariaLabel: truth,
      ...STEP_SIZE,
      measured: STEP_SIZE,
      handles: handlesOf(step, ways),
    };
    return [node, ...openEnds(step, ways, places)];
  });
}

/** The ways of a step in the order of where they lead, so that they do not cross at the card. */
function fromLeft(step: GraphStep, places: ReadonlyMap<string, Place>): WayOut[] {
  const end = ({ key, transition }: WayOut) => places.get(transition?.toStepId ?? openEndId(step.id, key))?.x ?? 0;
  return waysOut(step).sort((a, b) => end(a) - end(b));
}

function openEnds(step: GraphStep, ways: WayOut[], places: ReadonlyMap<string, Place>): OpenEndNode[] {
  return ways
    .filter(({ transition }) => !transition)
    .map((way) => ({
      ...NOT_A_NODE,
      id: openEndId(step.id, way.key),
      type: 'open',
      position: places.get(openEndId(step.id, way.key)) ?? { x: 0, y: 0 },
      data: { step, way },
      draggable: false,
      connectable: false,
      ariaLabel: `Open end after ${step.name}`,
      ...OPEN_END_SIZE,
      measured: OPEN_END_SIZE,
      handles: [{ type: 'target', position: Position.Top, x: OPEN_END_SIZE.width / 2, y: 0, width: 1, height: 1 }],
    }));
}

/** Where a way leaves the card, as a share of its width. */
export const handleShare = (index: number, count: number): number => (index + 1) / (count + 1);

function handlesOf({ type }: GraphStep, ways: WayOut[]): NodeHandle[] {
  const { width, height } = STEP_SIZE;
  const into: NodeHandle[] =
    type === 'TRIGGER' ? [] : [{ type: 'target', position: Position.Top, x: width / 2, y: 0, width: 1, height: 1 }];
  return [
    ...into,
    ...ways.map(({ key }, index): NodeHandle => {
      const x = handleShare(index, ways.length) * width;
      return { id: key, type: 'source', position: Position.Bottom, x, y: height, width: 1, height: 1 };
    }),
  ];
}

export function edgesOf({ steps }: WorkflowDetail, walk: Walk | undefined): WayEdge[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  return steps.flatMap((step) =>
    waysOut(step).map((way) => edgeOf(step, way, { to: byId.get(way.transition?.toStepId ?? ''), walk })),
  );
}

interface Ends {
  to: GraphStep | undefined;
  walk: Walk | undefined;
}

function edgeOf(from: GraphStep, { key, label, transition }: WayOut, { to, walk }: Ends): WayEdge {
  const end = openEndId(from.id, key);
  return {
    id: transition?.id ?? end,
    type: 'way',
    source: from.id,
    sourceHandle: key,
    target: to?.id ?? end,
    focusable: false,
    selectable: false,
    ariaLabel: [`From ${from.name}`, label, to ? `to ${to.name}` : 'to nowhere yet'].filter(Boolean).join(' '),
    data: {
      label,
      transition,
      count: to && countOf(from, to),
      isWalked: walk ? isWalked(walk, from, to) : null,
      names: to ? `${from.name} and ${to.name}` : from.name,
    },
  };
}

/** How many went this way, where the counts of the steps tell it. */
function countOf(from: GraphStep, to: GraphStep): number | undefined {
  const { active, passed, failed } = to.counts;
  if (to.incomingTransitions.length === 1) return active + passed + failed;
  return from.outgoingTransitions.length === 1 && from.type !== 'CONDITION' ? from.counts.passed : undefined;
}

function isWalked({ times }: Walk, from: GraphStep, to: GraphStep | undefined): boolean {
  const reached = [...times.keys()];
  return to !== undefined && times.has(from.id) && reached[reached.indexOf(from.id) + 1] === to.id;
}
