import { expect, it } from 'vitest';
import { type Circumstances, summaryOf, type ToldStep } from './summary.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const STEP: ToldStep = {
  step_id: 's1',
  step_name: 'Step',
  step_type: 'DELAY',
  status: 'COMPLETED',
  output: null,
  error: null,
  attempts: 0,
  execute_after: null,
};
const DONE: Circumstances['execution'] = { status: 'COMPLETED', current_step_id: null, waiting_for: null };

const tell = (step_type: string, output: ToldStep['output'], more: Partial<ToldStep & Circumstances> = {}): string => {
  const { email, execution = DONE, ...step } = more;
  return summaryOf({ ...STEP, ...step, step_type, output }, { email, execution, now: NOW });
};

const email = (status: string, error: string | null = null) => ({
  status,
  error,
  to: 'ada@x.test',
  template: 'Welcome',
});

it.each([
  ['Started by “signed_up”', tell('TRIGGER', { triggered: true, eventName: 'signed_up' })],
  ['Started by hand', tell('TRIGGER', { triggered: true, eventName: 'manual' })],
  ['Sent “Welcome” to ada@x.test', tell('SEND_EMAIL', { emailId: 'e' }, { email: email('DELIVERED') })],
  ['“Welcome” is on its way to ada@x.test', tell('SEND_EMAIL', {}, { email: email('QUEUED') })],
  [
    '“Welcome” was not sent to ada@x.test: unsubscribed',
    tell('SEND_EMAIL', {}, { email: email('FAILED', 'unsubscribed') }),
  ],
  ['Sent “Welcome” to ada@x.test: it bounced', tell('SEND_EMAIL', {}, { email: email('BOUNCED') })],
  ['Waited 2 days', tell('DELAY', { delayAmount: 2, delayUnit: 'days', resumeAt: '2026-02-01T12:00:00.000Z' })],
  ['Waited 1 hour', tell('DELAY', { delayAmount: 1, delayUnit: 'hours' })],
  [
    'Waiting 2 days, until 2026-03-03 12:00 UTC',
    tell(
      'DELAY',
      { delayAmount: 2, delayUnit: 'days', resumeAt: '2026-03-03T12:00:00.000Z' },
      { execution: { ...DONE, status: 'WAITING', current_step_id: 's1' } },
    ),
  ],
  [
    'Waiting for “paid”, until 2026-03-02 00:00 UTC',
    tell('WAIT_FOR_EVENT', null, {
      status: 'WAITING',
      execute_after: new Date('2026-03-02'),
      execution: { ...DONE, status: 'WAITING', waiting_for: 'paid' },
    }),
  ],
  ['Waiting for “paid”', tell('WAIT_FOR_EVENT', { eventName: 'paid' }, { status: 'WAITING' })],
  ['“paid” came', tell('WAIT_FOR_EVENT', { eventName: 'paid', receivedAt: '2026' })],
  ['Waited for “paid”, which did not come in time', tell('WAIT_FOR_EVENT', { eventName: 'paid', timedOut: true })],
  [
    'plan is pro → yes',
    tell('CONDITION', { field: 'contact.data.plan', operator: 'equals', expectedValue: 'pro', branch: 'yes' }),
  ],
  [
    'age is greater than 7 → no (it is 5)',
    tell('CONDITION', { field: 'data.age', operator: 'greaterThan', expectedValue: 7, actualValue: 5, branch: 'no' }),
  ],
  ['event.id has no value → no', tell('CONDITION', { field: 'event.id', operator: 'notExists', branch: 'no' })],
  [
    'plan is missing → default',
    tell('CONDITION', { field: 'data.plan', mode: 'multi', actualValue: null, branch: 'default' }),
  ],
  ['The conditions do not hold → no', tell('CONDITION', { mode: 'segment', result: false, branch: 'no' })],
  ['POST https://x.test/ answered 200', tell('WEBHOOK', { url: 'https://x.test/', method: 'POST', statusCode: 200 })],
  [
    'POST https://x.test/ answered 200 after 3 attempts',
    tell('WEBHOOK', { url: 'https://x.test/', method: 'POST', statusCode: 200 }, { attempts: 3 }),
  ],
  ['Failed after 6 attempts: 500', tell('WEBHOOK', null, { status: 'FAILED', error: '500', attempts: 6 })],
  ['Updated plan, score', tell('UPDATE_CONTACT', { updated: true, updates: { plan: 'pro', score: 7 } })],
  ['Left the workflow', tell('EXIT', { exited: true, reason: 'exit_step' })],
  ['Left the workflow: bought', tell('EXIT', { exited: true, reason: 'bought' })],
  ['Failed: no template', tell('SEND_EMAIL', null, { status: 'FAILED', error: 'no template' })],
  ['Cancelled before it was done', tell('WAIT_FOR_EVENT', null, { status: 'SKIPPED' })],
])('%s', (expected, told) => {
  expect(told).toBe(expected);
});

it('a value of a megabyte is cut', () => {
  expect(tell('TRIGGER', { eventName: 'x'.repeat(1_000_000) }).length).toBeLessThan(150);
});
