import { type Ctx, transaction } from '../platform/context.ts';
import { conflict, notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';

/** Ends with everything it has, the history of its executions included; while one is active it stays. */
export function deleteWorkflow(ctx: Ctx, id: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = isUuid(id) ? await findForDeletion(ctx, id) : undefined;
    if (!row) throw notFound('Workflow', id);
    const active = await countActive(ctx, id);
    if (active > 0) {
      const executions = active === 1 ? '1 active execution' : `${active} active executions`;
      throw conflict(`The workflow has ${executions}: cancel them or let them end first`);
    }
    await ctx.db.deleteFrom('workflows').where('project_id', '=', ctx.projectId).where('id', '=', id).execute();
  });
}

/** Nothing can start while this lock is held. */
const findForDeletion = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('workflows')
    .select('id')
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

async function countActive(ctx: Ctx, workflowId: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('workflow_executions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', ctx.projectId)
    .where('workflow_id', '=', workflowId)
    .where('status', 'in', ['RUNNING', 'WAITING'])
    .executeTakeFirstOrThrow();
  return count;
}
