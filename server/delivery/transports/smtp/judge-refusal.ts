import type { Outcome } from '../transport.ts';
import type { Reply } from './reply-reader.ts';

export type Stage = 'MAIL' | 'RCPT' | 'DATA' | 'message';

/** The relay wants a login, or will not take ours: every message would fare the same until a person mends it. */
const LOGIN_TROUBLE = new Set([530, 534, 535, 538]);
/** 421: the service closes. 454: TLS or login not available now; Amazon SES throttles with it. */
const SERVICE_TROUBLE = new Set([421, 454]);

export const replyText = ({ code, text }: Reply): string => `${code} ${text}`.trim().slice(0, 1000);

/** What a reply that is not a yes means for the message (engine.md, "Failures of the world"; D22). */
export function judgeRefusal(stage: Stage, reply: Reply): Outcome {
  const reason = replyText(reply);
  if (LOGIN_TROUBLE.has(reply.code)) {
    return { result: 'retryLater', reason: `The relay does not accept our login: ${reason}`, transportDown: true };
  }
  if (reply.code < 500) return { result: 'retryLater', reason, transportDown: SERVICE_TROUBLE.has(reply.code) };
  const enhanced = /^5\.\d{1,3}\.\d{1,3}\b/.exec(reply.text)?.[0];
  return {
    result: 'rejected',
    code: enhanced ? `${reply.code} ${enhanced}` : String(reply.code),
    reason,
    badAddress: isBadAddress(stage, reply.code, enhanced),
  };
}

/**
 * 5.1.x is about addresses, 5.2.1 a disabled mailbox. 5.1.7 and 5.1.8 speak of the sender, and so does any reply to MAIL:
 * those must not cost the recipient their subscription.
 */
function isBadAddress(stage: Stage, code: number, enhanced: string | undefined): boolean {
  if (stage === 'MAIL') return false;
  if (enhanced === undefined) return stage === 'RCPT' && code === 550;
  return enhanced === '5.2.1' || /^5\.1\.(?![78]$)/.test(enhanced);
}
