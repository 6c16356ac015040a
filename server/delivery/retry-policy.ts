import { hours, minutes, seconds } from '../platform/clock.ts';
import type { SourceType } from './email-content.ts';

const FIRST_RETRY_MS = seconds(2);
const LONGEST_WAIT_MS = minutes(30);

/** How long a message may wait for a relay that is willing: people wait for a password reset, not for a newsletter. */
const PATIENCE_MS: Record<SourceType, number> = { TRANSACTIONAL: hours(24), WORKFLOW: hours(72), CAMPAIGN: hours(72) };

/** About 2 s, then doubling, with jitter so that a relay that comes back is not met by everyone at once. */
export function retryAt(now: Date, attempts: number, random = Math.random()): Date {
  const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_WAIT_MS);
  return new Date(now.getTime() + wait * (0.75 + random / 2));
}

export function isOutOfPatience(email: { patient_since: Date; source_type: SourceType }, now: Date): boolean {
  return now.getTime() - email.patient_since.getTime() >= PATIENCE_MS[email.source_type];
}
