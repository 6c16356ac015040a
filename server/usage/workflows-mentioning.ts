import { sql } from 'kysely';
import { type StepType, settingOf } from '../../contract/workflow-steps.ts';
import { type Field, mentionsOf } from '../conditions/fields.ts';
import type { Ctx } from '../platform/context.ts';
import { contactPart } from '../workflows/condition-tree.ts';

interface Named {
  id: string;
  name: string;
}

/** Workflows that start with such a thing, or one of whose steps looks at it or changes it. */
export async function workflowsMentioning(ctx: Ctx, isMeant: (field: Field) => boolean): Promise<Named[]> {
  const [workflows, steps] = await Promise.all([triggersOf(ctx), stepsInUse(ctx)]);
  const users = new Set(steps.filter((step) => fieldsOfStep(step).some(isMeant)).map(({ workflow_id }) => workflow_id));
  return workflows
    .filter((workflow) => users.has(workflow.id) || fieldsOfTrigger(workflow).some(isMeant))
    .map(({ id, name }) => ({ id, name }));
}

interface Trigger extends Named {
  trigger_type: string;
  trigger_config: Record<string, unknown> | null;
}

const triggersOf = (ctx: Ctx): Promise<Trigger[]> =>
  ctx.db
    .selectFrom('workflows')
    .select(['id', 'name', 'trigger_type', 'trigger_config'])
    .where('project_id', '=', ctx.projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export interface StepInUse {
  id: string;
  name: string;
  workflow_id: string;
  type: StepType;
  config: Record<string, unknown>;
  template_id: string | null;
}

/** Those of the graphs as they are, and those of older versions that something still runs on. */
export async function stepsInUse(ctx: Ctx): Promise<StepInUse[]> {
  const { rows } = await sql<StepInUse>`
    select id, name, workflow_id, type, config, template_id
    from workflow_steps
    where project_id = ${ctx.projectId}
    union all
    select (step ->> 'id')::uuid, step ->> 'name', versions.workflow_id, step ->> 'type', step -> 'config',
           (step ->> 'templateId')::uuid
    from workflow_versions versions
    join workflows on workflows.project_id = versions.project_id and workflows.id = versions.workflow_id
    cross join lateral jsonb_array_elements(versions.graph -> 'steps') step
    where versions.project_id = ${ctx.projectId} and versions.version <> workflows.version
      and exists (
        select from workflow_executions executions
        where executions.project_id = versions.project_id and executions.workflow_id = versions.workflow_id
          and executions.version = versions.version and executions.status in ('RUNNING', 'WAITING')
      )
  `.execute(ctx.db);
  return rows;
}

function fieldsOfTrigger({ trigger_type, trigger_config }: Trigger): Field[] {
  const { eventName, segmentId } = trigger_config ?? {};
  if (trigger_type === 'EVENT' && typeof eventName === 'string') return [{ kind: 'event', name: eventName }];
  if (trigger_type === 'SCHEDULE' && typeof segmentId === 'string') {
    return [{ kind: 'segment', id: segmentId.toLowerCase() }];
  }
  return [];
}

/** A step that makes no sense yet refers to nothing. */
function fieldsOfStep({ type, config }: StepInUse): Field[] {
  const setting = settingOf(type, config);
  if ('problem' in setting) return [];
  if (setting.type === 'WAIT_FOR_EVENT') return [{ kind: 'event', name: setting.config.eventName }];
  if (setting.type === 'UPDATE_CONTACT') {
    return Object.keys(setting.config.updates).map((path) => ({ kind: 'data', path }));
  }
  if (setting.type !== 'CONDITION') return [];
  if (setting.mode !== 'tree') return dataField(setting.config.field);
  return mentionsOf(contactPart(setting.config) ?? null);
}

/** `data.plan` and `contact.data.plan` look at the contact's data; the context of the execution is nobody's field. */
function dataField(field: string): Field[] {
  const path = /^(?:contact\.)?data\.(.+)$/.exec(field)?.[1];
  return path === undefined ? [] : [{ kind: 'data', path }];
}
