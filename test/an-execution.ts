import type { ExecutionStatus } from '../contract/workflows.ts';
import { uuidV7 } from '../server/platform/uuid.ts';
import type { ExecutionRow } from '../server/workflows/execution.ts';
import type { TestProject } from './world.ts';

export interface ExecutionOptions {
  email?: string;
  status?: ExecutionStatus;
  currentStepId?: string | null;
}

/** An execution as the engine leaves it behind, for tests of what reads, counts and cancels them. */
export async function anExecution(
  { id: project_id, ctx, contact }: TestProject,
  workflowId: string,
  { email = 'ada@example.com', status = 'WAITING', currentStepId = null }: ExecutionOptions = {},
): Promise<ExecutionRow> {
  const { id: contact_id } = await contact(email);
  const now = ctx.clock.now();
  const { version } = await ctx.db
    .selectFrom('workflows')
    .select('version')
    .where('id', '=', workflowId)
    .executeTakeFirstOrThrow();
  return ctx.db
    .insertInto('workflow_executions')
    .values({
      project_id,
      id: uuidV7(now),
      workflow_id: workflowId,
      contact_id,
      version,
      status,
      current_step_id: currentStepId,
      is_sole: false,
      started_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
