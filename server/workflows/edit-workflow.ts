import { type Ctx, transaction } from '../platform/context.ts';
import { uuidV7 } from '../platform/uuid.ts';
import { hasSameTrigger, nextRunOf, tidied, triggerStepOf, triggerTypeOf } from './trigger.ts';
import { publish } from './versions.ts';
import { lockWorkflow, type WorkflowRow } from './workflow.ts';

export interface NewWorkflow {
  name: string;
  eventName: string;
  description?: string | null | undefined;
  allowReentry: boolean;
}

export function createWorkflow(ctx: Ctx, { name, eventName, description, allowReentry }: NewWorkflow) {
  return transaction(ctx, async (ctx) => {
    const now = ctx.clock.now();
    const workflow = await ctx.db
      .insertInto('workflows')
      .values({
        project_id: ctx.projectId,
        id: uuidV7(now),
        name,
        description: description ?? null,
        trigger_config: { eventName },
        allow_reentry: allowReentry,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const trigger = triggerStepOf(workflow);
    await ctx.db
      .insertInto('workflow_steps')
      .values({
        project_id: ctx.projectId,
        id: uuidV7(now),
        workflow_id: workflow.id,
        type: 'TRIGGER',
        ...trigger,
        position: { x: 100, y: 100 },
        created_at: now,
        updated_at: now,
      })
      .execute();
    return workflow;
  });
}

export interface WorkflowPatch {
  name?: string | undefined;
  description?: string | null | undefined;
  triggerType?: string | undefined;
  triggerConfig?: Record<string, unknown> | null | undefined;
  enabled?: boolean | undefined;
  allowReentry?: boolean | undefined;
}

export function updateWorkflow(ctx: Ctx, id: string, patch: WorkflowPatch): Promise<WorkflowRow> {
  const triggerType = patch.triggerType === undefined ? undefined : triggerTypeOf(patch.triggerType);
  return transaction(ctx, async (ctx) => {
    const before = await lockWorkflow(ctx, id);
    const after = {
      ...before,
      name: patch.name ?? before.name,
      description: patch.description === undefined ? before.description : patch.description,
      trigger_type: triggerType ?? before.trigger_type,
      trigger_config: patch.triggerConfig === undefined ? before.trigger_config : tidied(patch.triggerConfig),
      enabled: patch.enabled ?? before.enabled,
      allow_reentry: patch.allowReentry ?? before.allow_reentry,
    };
    return saveWorkflow(ctx, before, after);
  });
}

/** Stores a changed row, with its row locked: the TRIGGER step, the schedule, the versions and the listeners follow. */
export async function saveWorkflow(ctx: Ctx, before: WorkflowRow, after: WorkflowRow): Promise<WorkflowRow> {
  const hasNewTrigger = !hasSameTrigger(before, after);
  if (hasNewTrigger) await renewTriggerStep(ctx, after);
  const row = await ctx.db
    .updateTable('workflows')
    .set({
      name: after.name,
      description: after.description,
      trigger_type: after.trigger_type,
      trigger_config: after.trigger_config,
      enabled: after.enabled,
      allow_reentry: after.allow_reentry,
      version: hasNewTrigger ? before.version + 1 : before.version,
      next_run_at: nextRunOf(ctx, before, after),
      updated_at: ctx.clock.now(),
    })
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(ctx, row);
  return row;
}

async function renewTriggerStep(ctx: Ctx, workflow: WorkflowRow): Promise<void> {
  await ctx.db
    .updateTable('workflow_steps')
    .set({ ...triggerStepOf(workflow), updated_at: ctx.clock.now() })
    .where('project_id', '=', ctx.projectId)
    .where('workflow_id', '=', workflow.id)
    .where('type', '=', 'TRIGGER')
    .execute();
}
