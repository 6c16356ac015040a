import { Graph, layout } from '@dagrejs/dagre';
import type { GraphStep } from '../step-truth.ts';
import { waysOut } from '../ways-out.ts';

export const STEP_SIZE = { width: 256, height: 64 };
export const OPEN_END_SIZE = { width: 28, height: 28 };

export interface Place {
  x: number;
  y: number;
}

interface Shape {
  /** In the order in which they are drawn: the way through the graph. */
  steps: { id: string; moved: Place | null; ways: { key: string; to: string | null }[] }[];
}

export const openEndId = (stepId: string, way: string): string => `${stepId} ${way}`;

/** All that decides where things stand, as text: counts and names may change without anything moving. */
export function shapeOf(steps: readonly GraphStep[]): string {
  const shape: Shape = {
    steps: inOrder(steps).map((step) => ({
      id: step.id,
      moved: movedPlace(step.position),
      ways: waysOut(step).map(({ key, transition }) => ({ key, to: transition?.toStepId ?? null })),
    })),
  };
  return JSON.stringify(shape);
}

/** Only what somebody moved here has a place of its own; everything else stands where the layout puts it. */
export function movedPlace({ x, y, moved }: Record<string, unknown>): Place | null {
  return moved === true && typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}

/** From the trigger on, depth first: the order that Tab follows. Steps that nothing leads to come last. */
export function inOrder(steps: readonly GraphStep[]): GraphStep[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const seen = new Set<GraphStep>();
  const starts = [...steps].sort((a, b) => startRank(a) - startRank(b));
  const open = starts.reverse();
  for (let step = open.pop(); step; step = open.pop()) {
    if (seen.has(step)) continue;
    seen.add(step);
    const next = waysOut(step).flatMap(({ transition }) => byId.get(transition?.toStepId ?? '') ?? []);
    open.push(...next.reverse());
  }
  return [...seen];
}

const startRank = ({ type, incomingTransitions }: GraphStep): number =>
  type === 'TRIGGER' ? 0 : incomingTransitions.length === 0 ? 1 : 2;

export function placesOf(shape: string): Map<string, Place> {
  const { steps } = JSON.parse(shape) as Shape;
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 64 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of steps) graph.setNode(id, { ...STEP_SIZE });
  for (const { id, ways } of steps) {
    for (const { key, to } of ways) {
      const end = to ?? openEndId(id, key);
      if (to === null) graph.setNode(end, { ...OPEN_END_SIZE });
      graph.setEdge(id, end);
    }
  }
  // Without ways that meet, the order of the branches is kept: yes stays left of no.
  const isTree = graph.nodes().every((id) => (graph.inEdges(id)?.length ?? 0) <= 1);
  layout(graph, { disableOptimalOrderHeuristic: isTree });
  return withMoved(graph, steps);
}

function withMoved(graph: Graph, steps: Shape['steps']): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const id of graph.nodes()) {
    const { x, y, width, height } = graph.node(id) as Place & typeof STEP_SIZE;
    places.set(id, { x: x - width / 2, y: y - height / 2 });
  }
  for (const { id, moved, ways } of steps) {
    const before = places.get(id);
    if (!moved || !before) continue;
    places.set(id, moved);
    for (const { key, to } of ways) {
      const end = places.get(openEndId(id, key));
      if (to !== null || !end) continue;
      places.set(openEndId(id, key), { x: end.x + moved.x - before.x, y: end.y + moved.y - before.y });
    }
  }
  return places;
}
