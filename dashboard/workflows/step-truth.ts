import { OPERATORS_WITHOUT_VALUE } from '../../contract/condition.ts';
import { type Setting, settingOf } from '../../contract/workflow-steps.ts';
import type { Workflow, WorkflowDetail } from '../../contract/workflows.ts';
import { OPERATOR_WORDS } from '../condition-builder/fields.ts';
import { STEP_KINDS } from './step-kinds.ts';

export type GraphStep = WorkflowDetail['steps'][number];

/** What a step does, in one line: "Wait 2 days", "If plan is pro". What is not finished yet says so. */
export function truthOf(step: GraphStep, workflow: Pick<Workflow, 'triggerType' | 'triggerConfig'>): string {
  if (step.type === 'TRIGGER') return triggerTruth(workflow);
  const setting = settingOf(step.type, step.config);
  if ('problem' in setting) return UNFINISHED[step.type] ?? STEP_KINDS[step.type].label;
  if (setting.type === 'SEND_EMAIL') return emailTruth(step, setting);
  return TRUTHS[setting.type]?.(setting) ?? step.name;
}

export function triggerTruth({ triggerType, triggerConfig }: Pick<Workflow, 'triggerType' | 'triggerConfig'>): string {
  if (triggerType === 'MANUAL') return 'Started by hand or by API';
  if (triggerType === 'SCHEDULE') return `On schedule ${shown(triggerConfig?.schedule ?? '…')}`;
  return `When “${shown(triggerConfig?.eventName ?? '…')}” happens`;
}

const UNFINISHED: Partial<Record<GraphStep['type'], string>> = {
  SEND_EMAIL: 'Send to…',
  DELAY: 'Wait…',
  WAIT_FOR_EVENT: 'Wait for…',
  CONDITION: 'If…',
  WEBHOOK: 'Call…',
  UPDATE_CONTACT: 'Update…',
};

type Of<Type extends Setting['type']> = Extract<Setting, { type: Type }>;

function emailTruth({ template }: GraphStep, { config: { recipient } }: Of<'SEND_EMAIL'>): string {
  const what = template ? `Send “${template.name}”` : 'Send…';
  return recipient.type === 'CUSTOM' ? `${what} to ${recipient.customEmail}` : what;
}

const TRUTHS: Partial<Record<Setting['type'], (setting: Setting) => string>> = {
  DELAY: (setting) => {
    const { amount, unit } = (setting as Of<'DELAY'>).config;
    return `Wait ${timeSpan(amount, unit)}`;
  },
  WAIT_FOR_EVENT: (setting) => {
    const { eventName, timeout } = (setting as Of<'WAIT_FOR_EVENT'>).config;
    return `Wait for “${eventName}”${timeout ? `, ${secondsAsText(timeout)} at most` : ''}`;
  },
  CONDITION: (setting) => conditionTruth(setting as Of<'CONDITION'>),
  WEBHOOK: (setting) => {
    const { method, url } = (setting as Of<'WEBHOOK'>).config;
    return `${method} ${url.replace(/^https?:\/\//i, '')}`;
  },
  UPDATE_CONTACT: (setting) => updateTruth(setting as Of<'UPDATE_CONTACT'>),
  EXIT: (setting) => {
    const { reason } = (setting as Of<'EXIT'>).config;
    return reason ? `Exit: ${reason}` : 'Exit';
  },
};

function conditionTruth(setting: Of<'CONDITION'>): string {
  if (setting.mode === 'binary') return `If ${comparison(setting.config)}`;
  if (setting.mode === 'multi') return `By ${fieldName(setting.config.field)}`;
  const { groups, logic } = setting.config;
  const filters = groups.flatMap((group) => group.filters);
  const [only] = filters;
  if (filters.length === 1 && only && !groups[0]?.conditions) {
    const { field, operator, value, unit } = only;
    if (field.startsWith('segment.'))
      return operator === 'notMemberOfSegment' ? 'If not in the segment' : 'If in the segment';
    return `If ${comparison({ field, operator, value: unit ? `${shown(value)} ${unit}` : value })}`;
  }
  return `If ${logic === 'AND' ? 'all' : 'any'} of ${filters.length} conditions hold`;
}

interface Comparison {
  field: string;
  operator: string;
  value?: unknown;
}

function comparison({ field, operator, value }: Comparison): string {
  const verb =
    (OPERATOR_WORDS as Record<string, string>)[operator] ??
    operator.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const isAlone = OPERATORS_WITHOUT_VALUE.some((each) => each === operator);
  return `${fieldName(field)} ${verb}${isAlone ? '' : ` ${shown(value)}`}`;
}

/** The name of a branch of a condition with several, as the edge shows it. */
export const branchTruth = ({ name, operator, value }: { name?: string; operator: string; value?: unknown }): string =>
  name || comparison({ field: '', operator, value }).trim();

const fieldName = (field: string): string => field.replace(/^(contact\.)?(data\.)?/, '');

function updateTruth({ config: { updates, subscriptionAction } }: Of<'UPDATE_CONTACT'>): string {
  const fields = Object.entries(updates).map(([name, value]) => `${name} to ${shown(value)}`);
  const set = fields.length > 2 ? `Set ${fields.length} fields` : fields.length > 0 ? `Set ${fields.join(', ')}` : '';
  const subscription = subscriptionAction === 'none' ? '' : subscriptionAction;
  const whole = [set, subscription].filter(Boolean).join(' and ');
  return whole ? whole.charAt(0).toUpperCase() + whole.slice(1) : 'Update nothing yet';
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value || '“”' : value === undefined ? '…' : JSON.stringify(value);

const timeSpan = (amount: number, unit: string): string => `${amount} ${amount === 1 ? unit.replace(/s$/, '') : unit}`;

const SPANS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
] as const;

/** In the largest unit that leaves no rest. */
export function inUnits(seconds: number): { amount: number; unit: 'minutes' | 'hours' | 'days' } {
  for (const [unit, size] of SPANS) if (seconds % size === 0) return { amount: seconds / size, unit };
  return { amount: seconds / 60, unit: 'minutes' };
}

export const secondsIn = ({ amount, unit }: { amount: number; unit: string }): number =>
  amount * (SPANS.find(([name]) => name === unit)?.[1] ?? 60);

function secondsAsText(seconds: number): string {
  const { amount, unit } = inUnits(seconds);
  return timeSpan(Number(amount.toFixed(2)), unit);
}
