import { sql } from 'kysely';
import type { ExecutionStatus } from '../../contract/workflows.ts';
import type { Ctx } from '../platform/context.ts';

/** Announces executions that are due at once, inside the transaction that made them so. */
export const DUE_CHANNEL = 'posthorn_workflows_due';

/** Where an execution stands when a batch is through with it. */
export interface State {
  status: ExecutionStatus;
  stepId: string | null;
  wakeAt: Date | null;
  waitingFor?: string | null;
  isCalling?: boolean;
  exitReason?: string | null;
}

export interface Move {
  executionId: string;
  state: State;
  /** Left out: as it was. */
  context?: Record<string, unknown> | null | undefined;
}

/** What is told of one step of one execution; the same id again is the same row, brought up to date. */
export interface StepNote {
  id: string;
  executionId: string;
  workflowId: string;
  step: { id: string; name: string; type: string };
  status: 'PENDING' | 'WAITING' | 'RUNNING' | 'COMPLETED' | 'FAILED';
  output?: Record<string, unknown> | null;
  error?: string | null;
  attempts?: number;
  scheduledFor?: Date | null;
  executeAfter?: Date | null;
}

const ENDED: ExecutionStatus[] = ['COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'];

export const announceDue = (ctx: Pick<Ctx, 'db'>) => sql`select pg_notify(${DUE_CHANNEL}, '')`.execute(ctx.db);

/** Two statements for a batch of any size. Executions are locked by the caller. */
export async function writeMoves(ctx: Ctx, moves: Move[], notes: StepNote[]): Promise<void> {
  await moveExecutions(ctx, moves);
  await noteSteps(ctx, notes);
}

async function moveExecutions(ctx: Ctx, moves: Move[]): Promise<void> {
  if (moves.length === 0) return;
  const now = ctx.clock.now();
  // The project comes with each row: given as a constant, a planner without fresh statistics reads the whole project.
  const rows = moves.map(({ executionId, state, context }) => ({
    project_id: ctx.projectId,
    id: executionId,
    status: state.status,
    step_id: state.stepId,
    wake_at: state.wakeAt,
    waiting_for: state.waitingFor ?? null,
    is_calling: state.isCalling ?? false,
    exit_reason: state.exitReason ?? null,
    completed_at: ENDED.includes(state.status) ? now : null,
    ...(context === undefined ? {} : { context }),
  }));
  await sql`/* prepared */
    update workflow_executions
    set status = move.status, current_step_id = move.step_id, wake_at = move.wake_at, waiting_for = move.waiting_for,
        is_calling = move.is_calling, lease_owner = null, exit_reason = move.exit_reason,
        completed_at = move.completed_at, context = coalesce(move.context, workflow_executions.context),
        updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as move
      (project_id uuid, id uuid, status text, step_id uuid, wake_at timestamptz, waiting_for text, is_calling boolean,
       exit_reason text, completed_at timestamptz, context jsonb)
    where workflow_executions.project_id = move.project_id and workflow_executions.id = move.id
  `.execute(ctx.db);
}

async function noteSteps(ctx: Ctx, notes: StepNote[]): Promise<void> {
  if (notes.length === 0) return;
  const now = ctx.clock.now();
  const rows = notes.map(({ id, executionId, workflowId, step, status, ...told }) => ({
    id,
    execution_id: executionId,
    workflow_id: workflowId,
    step_id: step.id,
    step_name: step.name,
    step_type: step.type,
    status,
    output: told.output ?? null,
    error: told.error ?? null,
    attempts: told.attempts ?? 0,
    scheduled_for: told.scheduledFor ?? null,
    execute_after: told.executeAfter ?? null,
    completed_at: status === 'COMPLETED' || status === 'FAILED' ? now : null,
  }));
  await sql`/* prepared */
    insert into workflow_step_executions as known (project_id, execution_id, id, workflow_id, step_id, step_name,
      step_type, status, output, error, attempts, scheduled_for, execute_after, started_at, completed_at, created_at,
      updated_at)
    select ${ctx.projectId}, execution_id, id, workflow_id, step_id, step_name, step_type, status, output, error, attempts,
           scheduled_for, execute_after, ${now}, completed_at, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row
      (id uuid, execution_id uuid, workflow_id uuid, step_id uuid, step_name text, step_type text, status text,
       output jsonb, error text, attempts int, scheduled_for timestamptz, execute_after timestamptz,
       completed_at timestamptz)
    on conflict (project_id, execution_id, id) do update
    set status = excluded.status, output = excluded.output, error = excluded.error,
        attempts = greatest(known.attempts, excluded.attempts), scheduled_for = excluded.scheduled_for,
        execute_after = coalesce(excluded.execute_after, known.execute_after),
        completed_at = excluded.completed_at, updated_at = excluded.updated_at
  `.execute(ctx.db);
}
