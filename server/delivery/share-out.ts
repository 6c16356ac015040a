/** The due mail of one project in one priority and lane. */
export interface Queue {
  priority: number;
  projectId: string;
  lane: string;
}

export interface Share extends Queue {
  limit: number;
}

/** How many emails may be taken now from each project; Infinity where nothing limits. */
export type AllowanceOf = (projectId: string) => number;

/**
 * How many rows to take at most from each queue: equal parts for the projects inside one priority, and for the lanes
 * inside a project. The claim then fills itself by priority, so a short urgent queue leaves room for the next one.
 */
export function shareOut(queues: Queue[], wanted: number, allowanceOf: AllowanceOf): Share[] {
  return [...Map.groupBy(queues, ({ priority }) => priority).values()].flatMap((neighbours) => {
    const projects = Map.groupBy(neighbours, ({ projectId }) => projectId);
    const part = wanted / projects.size;
    return [...projects].flatMap(([projectId, lanes]) => {
      const limit = Math.ceil(Math.min(part, Math.floor(allowanceOf(projectId))) / lanes.length);
      return limit > 0 ? lanes.map((queue) => ({ ...queue, limit })) : [];
    });
  });
}
