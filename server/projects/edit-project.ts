import type { Project } from '../../contract/projects.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { recordAudit } from './audit-log.ts';
import { type ProjectRow, toProject } from './project.ts';

export type ProjectChange = Partial<Pick<Project, 'name' | 'tracking' | 'language'>>;

export function updateProject(ctx: Ctx, change: Undefinable<ProjectChange>): Promise<Project> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as ProjectChange;
  return transaction(ctx, async (ctx) => {
    const row = await changeRow(ctx, given);
    await recordAudit(ctx, { action: 'project.updated', target: row.name, details: given });
    return toProject(ctx, row);
  });
}

type Undefinable<T> = { [K in keyof T]?: T[K] | undefined };

const changeRow = (ctx: Ctx, change: ProjectChange): Promise<ProjectRow> =>
  ctx.db
    .updateTable('projects')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('id', '=', ctx.projectId)
    .returningAll()
    .executeTakeFirstOrThrow();
