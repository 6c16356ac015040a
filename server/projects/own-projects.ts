import type { Role } from '../../contract/endpoint.ts';
import type { Project } from '../../contract/projects.ts';
import { type BaseCtx, transaction } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { recordAudit } from './audit-log.ts';
import { createProject, getProject, projectFor, toProject } from './project.ts';

interface Owner {
  userId: string;
  ip: string;
}

/** The projects that a user belongs to, oldest first. */
export async function listProjects(ctx: BaseCtx, userId: string): Promise<Project[]> {
  const rows = await ctx.db
    .selectFrom('memberships')
    .innerJoin('projects', 'projects.id', 'memberships.project_id')
    .selectAll('projects')
    .select('memberships.role')
    .where('memberships.user_id', '=', userId)
    .orderBy('projects.created_at')
    .orderBy('projects.id')
    .execute();
  return rows.map(({ role, ...row }) => projectFor(ctx, row, role as Role));
}

export function createOwnProject(ctx: BaseCtx, name: string, { userId, ip }: Owner): Promise<Project> {
  return transaction(ctx, async (base) => {
    await assertNoneDisabled(base, userId);
    const { id } = await createProject(base, { name });
    const ctx = { ...base, projectId: id, actor: { kind: 'USER', userId, role: 'OWNER', ip } as const };
    await ctx.db.insertInto('memberships').values({ project_id: id, user_id: userId, role: 'OWNER' }).execute();
    await recordAudit(ctx, { action: 'project.created', target: name });
    return toProject(ctx, await getProject(ctx));
  });
}

/** Who was suspended must not go on under another project. */
async function assertNoneDisabled(ctx: BaseCtx, userId: string): Promise<void> {
  const disabled = await ctx.db
    .selectFrom('memberships')
    .innerJoin('projects', 'projects.id', 'memberships.project_id')
    .select('projects.id')
    .where('memberships.user_id', '=', userId)
    .where('projects.disabled', '=', true)
    .where('projects.wipe', 'is', null)
    .executeTakeFirst();
  if (!disabled) return;
  throw new AppError('PROJECT_DISABLED', 'One of your projects is disabled: no other can be made', {
    suggestion: 'Contact support to have the project enabled again.',
  });
}
