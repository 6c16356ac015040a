import { describe, expect, it } from 'vitest';
import { hours, seconds } from '../platform/clock.ts';
import { decideOutcome } from './decide-outcome.ts';
import type { EmailKind, SourceType } from './email-content.ts';
import type { Outcome } from './transports/transport.ts';

const now = new Date('2026-01-01T00:00:00Z');

function decide(
  outcome: Outcome,
  options: {
    kind?: EmailKind;
    resendUnknown?: boolean;
    sourceType?: SourceType;
    ageMs?: number;
    attempts?: number;
  } = {},
) {
  const {
    kind = 'TRANSACTIONAL',
    resendUnknown = true,
    sourceType = 'TRANSACTIONAL',
    ageMs = 0,
    attempts = 0,
  } = options;
  return decideOutcome(
    outcome,
    { attempts, patient_since: new Date(now.getTime() - ageMs), source_type: sourceType },
    { content: { kind, resendUnknown }, now },
  );
}

const greylisted: Outcome = { result: 'retryLater', reason: '451 later', transportDown: false };
const down: Outcome = { result: 'retryLater', reason: 'refused', transportDown: true };
const lost: Outcome = { result: 'unknown', reason: 'connection lost' };

describe('the verdict on a try', () => {
  it('accepted is SENT, with the answer and the provider’s id', () => {
    expect(decide({ result: 'accepted', response: '250 ok', providerMessageId: 'x1' })).toMatchObject({
      status: 'SENT',
      response: '250 ok',
      providerMessageId: 'x1',
      isAttempt: true,
    });
  });

  it('a bad address is BOUNCED, any other refusal FAILED', () => {
    expect(decide({ result: 'rejected', code: '550', reason: '550 5.1.1 no', badAddress: true }).status).toBe(
      'BOUNCED',
    );
    expect(decide({ result: 'rejected', code: '554', reason: '554 no', badAddress: false })).toMatchObject({
      status: 'FAILED',
      error: '554 no',
    });
  });

  it('a temporary refusal is tried again after about 2 s, then later and later', () => {
    const first = decide(greylisted);
    expect(first).toMatchObject({ status: 'QUEUED', isAttempt: true, error: '451 later' });
    const waits = [0, 1, 2, 5].map((attempts) => Number(decide(greylisted, { attempts }).dueAt) - now.getTime());
    expect(waits[0]).toBeGreaterThanOrEqual(seconds(1.5));
    expect(waits[0]).toBeLessThanOrEqual(seconds(2.5));
    expect(waits[3]).toBeGreaterThan(seconds(45));
  });

  it.each([
    ['TRANSACTIONAL', 24],
    ['CAMPAIGN', 72],
  ] as const)('%s mail is given up after %i hours', (sourceType, limit) => {
    expect(decide(greylisted, { sourceType, ageMs: hours(limit) - 1 }).status).toBe('QUEUED');
    expect(decide(greylisted, { sourceType, ageMs: hours(limit) }).status).toBe('FAILED');
    expect(decide(down, { sourceType, ageMs: hours(limit) }).status).toBe('FAILED');
  });

  it('a relay that is down burns no attempt', () => {
    expect(decide(down)).toMatchObject({ status: 'QUEUED', isAttempt: false, dueAt: now });
  });

  it('a lost answer is UNKNOWN for marketing and sent again for transactional mail, unless the project forbids it', () => {
    expect(decide(lost, { kind: 'MARKETING' })).toMatchObject({ status: 'UNKNOWN', error: 'connection lost' });
    expect(decide(lost, { kind: 'HEADLESS', sourceType: 'CAMPAIGN' }).status).toBe('UNKNOWN');
    expect(decide(lost)).toMatchObject({ status: 'QUEUED', isAttempt: true });
    expect(decide(lost, { resendUnknown: false }).status).toBe('UNKNOWN');
  });

  it('keeps what Postgres cannot store out of the reason', () => {
    const { error } = decide({
      result: 'rejected',
      code: '554',
      reason: `a\0b\ud800${'x'.repeat(2000)}`,
      badAddress: false,
    });
    expect(error?.startsWith('ab')).toBe(true);
    expect(error?.isWellFormed()).toBe(true);
    expect(error?.length).toBe(1000);
  });
});
