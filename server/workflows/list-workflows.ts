import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { escapeLike } from '../platform/db/page.ts';
import { countExecutionsByWorkflow } from './counts.ts';
import { toWorkflow } from './workflow.ts';

export interface WorkflowQuery {
  page: number;
  pageSize: number;
  search?: string | undefined;
  status: 'all' | 'active' | 'disabled';
  sort: 'createdAt' | 'name' | 'updatedAt' | 'steps';
  dir: 'asc' | 'desc';
}

const STEPS = sql<number>`(
  select count(*)::int from workflow_steps
  where workflow_steps.project_id = workflows.project_id and workflow_steps.workflow_id = workflows.id
)`;
const ORDER = { createdAt: sql`created_at`, name: sql`lower(name)`, updatedAt: sql`updated_at`, steps: STEPS };

export async function listWorkflows(ctx: Ctx, { page, pageSize, search, status, sort, dir }: WorkflowQuery) {
  let matching = ctx.db.selectFrom('workflows').where('project_id', '=', ctx.projectId);
  if (status !== 'all') matching = matching.where('enabled', '=', status === 'active');
  if (search?.trim()) {
    const pattern = `%${escapeLike(search.trim())}%`;
    matching = matching.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('description', 'ilike', pattern)]));
  }
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .select(STEPS.as('steps'))
    .orderBy(ORDER[sort], dir)
    .orderBy('id', dir)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const executionsOf = await countExecutionsByWorkflow(
    ctx,
    rows.map(({ id }) => id),
  );
  return {
    data: rows.map((row) => ({ ...toWorkflow(row), _count: { steps: row.steps, ...executionsOf(row.id) } })),
    total,
    page,
    pageSize,
    totalPages: Math.ceil(total / pageSize),
  };
}
