import type { Graph } from './graph.ts';

const targetsOf = ({ steps }: Graph, id: string): string[] =>
  (steps.get(id)?.outgoing ?? []).map(({ toStepId }) => toStepId);

function reachableFrom(graph: Graph, starts: string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...targetsOf(graph, id));
  }
  return seen;
}

export function unreachableSteps(graph: Graph): Set<string> {
  const reached = reachableFrom(graph, graph.trigger ? [graph.trigger.id] : []);
  return new Set([...graph.steps.keys()].filter((id) => !reached.has(id)));
}

/** The API lets none come about; a graph without any is told at the cost of one walk. */
export function stepsInCircles(graph: Graph): Set<string> {
  const left = new Map([...graph.steps.keys()].map((id) => [id, 0]));
  for (const id of graph.steps.keys()) {
    for (const target of targetsOf(graph, id)) left.set(target, (left.get(target) ?? 0) + 1);
  }
  // Taken away one by one: what nothing leads to is in no circle.
  const open = [...left.keys()].filter((id) => left.get(id) === 0);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    left.delete(id);
    for (const target of targetsOf(graph, id)) {
      const ways = (left.get(target) ?? 0) - 1;
      left.set(target, ways);
      if (ways === 0) open.push(target);
    }
  }
  return new Set([...left.keys()].filter((id) => reachableFrom(graph, targetsOf(graph, id)).has(id)));
}
