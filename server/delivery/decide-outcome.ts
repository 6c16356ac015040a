import type { ClaimedEmail } from './claim-emails.ts';
import { needsSubscription } from './email-content.ts';
import type { PreparedContent } from './prepared-content.ts';
import { isOutOfPatience, retryAt } from './retry-policy.ts';
import type { Outcome } from './transports/transport.ts';

/** What becomes of a row after a try: its next state and what to remember. */
export interface Verdict {
  status: 'SENT' | 'QUEUED' | 'FAILED' | 'BOUNCED' | 'SUPPRESSED' | 'UNKNOWN';
  /** Counts as an attempt; a relay that could not be reached burns none. */
  isAttempt: boolean;
  error: string | null;
  response: string | null;
  dueAt: Date | null;
  providerMessageId: string | null;
}

const plain: Verdict = {
  status: 'SENT',
  isAttempt: true,
  error: null,
  response: null,
  dueAt: null,
  providerMessageId: null,
};

/** engine.md, "Failures of the world". */
export function decideOutcome(
  outcome: Outcome,
  email: Pick<ClaimedEmail, 'attempts' | 'patient_since' | 'source_type'>,
  { content, now }: { content: Pick<PreparedContent, 'kind' | 'resendUnknown'>; now: Date },
): Verdict {
  switch (outcome.result) {
    case 'accepted':
      return { ...plain, response: storable(outcome.response), providerMessageId: outcome.providerMessageId ?? null };
    case 'rejected':
      return { ...plain, status: outcome.badAddress ? 'BOUNCED' : 'FAILED', error: storable(outcome.reason) };
    case 'unknown':
      // Sent again only where a second copy does less harm than a missing one.
      return needsSubscription(content.kind, email.source_type) || !content.resendUnknown
        ? { ...plain, status: 'UNKNOWN', error: storable(outcome.reason) }
        : later(storable(outcome.reason), email, now);
    case 'retryLater':
      if (!outcome.transportDown) return later(storable(outcome.reason), email, now);
      return isOutOfPatience(email, now)
        ? { ...plain, status: 'FAILED', isAttempt: false, error: storable(outcome.reason) }
        : { ...plain, status: 'QUEUED', isAttempt: false, error: storable(outcome.reason), dueAt: now };
  }
}

const MAX_REASON_LENGTH = 1000;

/** A relay may answer anything; Postgres takes no NUL and no half characters. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, MAX_REASON_LENGTH).toWellFormed();

function later(
  reason: string,
  email: Pick<ClaimedEmail, 'attempts' | 'patient_since' | 'source_type'>,
  now: Date,
): Verdict {
  if (isOutOfPatience(email, now)) return { ...plain, status: 'FAILED', error: reason };
  return { ...plain, status: 'QUEUED', error: reason, dueAt: retryAt(now, email.attempts + 1) };
}

export const failed = (error: string): Verdict => ({ ...plain, status: 'FAILED', isAttempt: false, error });
export const suppressed = (error: string): Verdict => ({ ...plain, status: 'SUPPRESSED', isAttempt: false, error });
