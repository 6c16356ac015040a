type Output = Record<string, unknown>;

/** A step execution as far as its sentence needs it. */
export interface ToldStep {
  step_id: string;
  step_name: string;
  step_type: string;
  status: string;
  output: Output | null;
  error: string | null;
  attempts: number;
  execute_after: Date | null;
}

export interface SentEmail {
  status: string;
  error: string | null;
  to: string;
  /** null: deleted since. */
  template: string | null;
}

export interface Circumstances {
  email?: SentEmail | undefined;
  execution: { status: string; current_step_id: string | null; waiting_for: string | null };
  now: Date;
}

/** What happened at a step, as a sentence for people. */
export function summaryOf(step: ToldStep, circumstances: Circumstances): string {
  if (step.status === 'FAILED') return `Failed${afterAttempts(step)}: ${step.error ?? 'no reason was given'}`;
  if (step.status === 'SKIPPED') return 'Cancelled before it was done';
  const tell = SENTENCES[step.step_type];
  return tell ? tell(step.output ?? {}, step, circumstances) : step.step_name;
}

const afterAttempts = ({ attempts }: ToldStep): string => (attempts > 1 ? ` after ${attempts} attempts` : '');

type Teller = (output: Output, step: ToldStep, circumstances: Circumstances) => string;

const SENTENCES: Record<string, Teller> = {
  TRIGGER: ({ eventName }) => STARTED_BY[String(eventName)] ?? `Started by “${shown(eventName)}”`,
  SEND_EMAIL: tellEmail,
  DELAY: tellDelay,
  WAIT_FOR_EVENT: tellWait,
  CONDITION: tellCondition,
  WEBHOOK: tellWebhook,
  UPDATE_CONTACT: tellUpdate,
  EXIT: ({ reason }) =>
    typeof reason === 'string' && reason !== 'exit_step' ? `Left the workflow: ${reason}` : 'Left the workflow',
};

const STARTED_BY: Record<string, string> = {
  manual: 'Started by hand',
  schedule: 'Started by the schedule',
};

const ON_ITS_WAY = ['QUEUED', 'SENDING'];
const NOT_SENT = ['FAILED', 'SUPPRESSED', 'CANCELLED'];

function tellEmail({ templateName, recipientEmail }: Output, _: ToldStep, { email }: Circumstances): string {
  const what = `“${shown(templateName ?? email?.template ?? 'a deleted template')}”`;
  const whom = shown(recipientEmail ?? email?.to ?? 'the contact');
  if (!email) return `Sent ${what} to ${whom}`;
  if (ON_ITS_WAY.includes(email.status)) return `${what} is on its way to ${whom}`;
  if (NOT_SENT.includes(email.status)) return `${what} was not sent to ${whom}: ${email.error ?? email.status}`;
  if (email.status === 'BOUNCED') return `Sent ${what} to ${whom}: it bounced`;
  return `Sent ${what} to ${whom}`;
}

function tellDelay({ delayAmount, delayUnit, resumeAt }: Output, step: ToldStep, { execution, now }: Circumstances) {
  const unit = delayAmount === 1 ? String(delayUnit).replace(/s$/, '') : String(delayUnit);
  const sleeps =
    execution.status === 'WAITING' &&
    execution.current_step_id === step.step_id &&
    typeof resumeAt === 'string' &&
    Date.parse(resumeAt) > now.getTime();
  return sleeps ? `Waiting ${delayAmount} ${unit}, until ${moment(resumeAt)}` : `Waited ${delayAmount} ${unit}`;
}

function tellWait({ eventName, timedOut }: Output, { status, execute_after }: ToldStep, { execution }: Circumstances) {
  const name = eventName ?? execution.waiting_for;
  const event = name === null ? 'the event' : `“${shown(name)}”`;
  if (status === 'WAITING') {
    return execute_after
      ? `Waiting for ${event}, until ${moment(execute_after.toISOString())}`
      : `Waiting for ${event}`;
  }
  return timedOut ? `Waited for ${event}, which did not come in time` : `${event} came`;
}

const VERBS: Record<string, string> = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  greaterThan: 'is greater than',
  lessThan: 'is less than',
  greaterThanOrEqual: 'is at least',
  lessThanOrEqual: 'is at most',
  exists: 'has a value',
  notExists: 'has no value',
};

function tellCondition({ mode, field, operator, expectedValue, actualValue, branch }: Output): string {
  if (typeof field !== 'string')
    return `The conditions ${branch === 'yes' ? 'hold' : 'do not hold'} → ${shown(branch)}`;
  const name = field.replace(/^(contact\.)?(data\.)?/, '');
  if (mode === 'multi') return `${name} is ${shown(actualValue)} → ${shown(branch)}`;
  const verb = VERBS[String(operator)] ?? String(operator);
  const isUnary = operator === 'exists' || operator === 'notExists';
  const test = isUnary ? `${name} ${verb}` : `${name} ${verb} ${shown(expectedValue)}`;
  return branch === 'no' && !isUnary ? `${test} → no (it is ${shown(actualValue)})` : `${test} → ${shown(branch)}`;
}

function tellWebhook({ method, url, statusCode }: Output, step: ToldStep): string {
  if (url === undefined)
    return step.attempts > 0 ? `Called${afterAttempts(step)}, no answer yet` : 'About to be called';
  const call = `${shown(method ?? 'POST')} ${shown(url)}`;
  return statusCode === undefined
    ? `${call} has not answered yet`
    : `${call} answered ${statusCode}${afterAttempts(step)}`;
}

function tellUpdate({ updates }: Output): string {
  const keys = typeof updates === 'object' && updates !== null ? Object.keys(updates) : [];
  return keys.length > 0 ? `Updated ${shown(keys.join(', '))}` : 'Updated the contact';
}

const MAX_SHOWN = 100;

/** Values as text, and no page of it. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return 'missing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** To the minute, in UTC. */
const moment = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
