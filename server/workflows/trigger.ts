import { isDeepStrictEqual } from 'node:util';
import { MAX_EVENT_NAME_LENGTH } from '../../contract/track.ts';
import { TRIGGER_TYPES, type Workflow } from '../../contract/workflows.ts';
import type { Ctx } from '../platform/context.ts';
import { badRequest } from '../platform/errors.ts';
import { nextRun } from './schedule.ts';
import type { StepRow, WorkflowRow } from './workflow.ts';

const MAX_TRIGGER_LENGTH = 10_000;

export function triggerTypeOf(given: string): Workflow['triggerType'] {
  const known = TRIGGER_TYPES.find((type) => type === given);
  if (!known) throw badRequest(`triggerType must be one of ${TRIGGER_TYPES.join(', ')}`);
  return known;
}

/** Names of events are compared exactly: a space at the end would be a workflow that never starts. */
export function tidied(config: Record<string, unknown> | null): Record<string, unknown> | null {
  if (JSON.stringify(config).length > MAX_TRIGGER_LENGTH)
    throw badRequest('The configuration of the trigger is too large');
  const { eventName } = config ?? {};
  if (eventName === undefined || eventName === null) return config;
  if (typeof eventName !== 'string' || eventName.trim().length > MAX_EVENT_NAME_LENGTH) {
    throw badRequest(`eventName must be a text of at most ${MAX_EVENT_NAME_LENGTH} characters`);
  }
  return { ...config, eventName: eventName.trim() };
}

export const hasSameTrigger = (before: WorkflowRow, after: WorkflowRow): boolean =>
  before.trigger_type === after.trigger_type && isDeepStrictEqual(before.trigger_config, after.trigger_config);

/** A schedule that did not change keeps its time: saving another field must not skip a run. */
export function nextRunOf(ctx: Ctx, before: WorkflowRow, after: WorkflowRow): Date | null {
  if (!after.enabled || after.trigger_type !== 'SCHEDULE') return null;
  if (before.enabled && hasSameTrigger(before, after)) return before.next_run_at;
  const { schedule, timezone } = after.trigger_config ?? {};
  if (typeof schedule !== 'string') return null;
  const zone = timezone === undefined || timezone === null ? null : String(timezone);
  return nextRun({ schedule, timezone: zone }, ctx.clock.now()) ?? null;
}

/** The TRIGGER step tells what the workflow's trigger is. */
export function triggerStepOf({ trigger_type, trigger_config }: WorkflowRow): Pick<StepRow, 'name' | 'config'> {
  const { eventName, schedule } = trigger_config ?? {};
  const what = { EVENT: eventName, MANUAL: 'manual', SCHEDULE: schedule }[trigger_type];
  const config = trigger_type === 'EVENT' ? { eventName: eventName ?? null } : (trigger_config ?? {});
  return { name: `Trigger: ${typeof what === 'string' ? what : 'none'}`.slice(0, 300), config };
}
