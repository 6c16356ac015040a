import type { Answer, Outgoing } from '../platform/public-fetch.ts';
import type { Outcome } from './steps/step.ts';

/** What comes of a call: the step is done, has failed, or the call is worth another try. */
export type Verdict = Extract<Outcome, { kind: 'done' | 'failed' }> | { kind: 'retry'; reason: string };

/** D14: network errors, 429 and 5xx are tried again; any other answer but 2xx fails the step at once. */
export function judgeAnswer({ url, method }: Outgoing, answer: Answer): Verdict {
  if (answer.result === 'refused') return { kind: 'failed', reason: storable(answer.reason) };
  if (answer.result === 'failed') return { kind: 'retry', reason: storable(answer.reason) };
  const { status } = answer;
  if (status >= 200 && status < 300) {
    const output = { url, method, statusCode: status, success: true, response: parsed(answer.body) };
    return { kind: 'done', output };
  }
  const reason = storable(`The receiver answered ${status}: ${answer.body.slice(0, 300)}`);
  return status === 429 || status >= 500 ? { kind: 'retry', reason } : { kind: 'failed', reason };
}

/** A receiver may answer anything; Postgres takes no NUL and no half characters. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

function parsed(body: string): unknown {
  const text = storable(body);
  try {
    const value: unknown = JSON.parse(text);
    // Escapes may hide the same characters inside.
    return /\\u0000|\\ud[89a-f]/i.test(text) ? text : value;
  } catch {
    return text;
  }
}
