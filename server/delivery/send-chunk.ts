import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { seconds } from '../platform/clock.ts';
import { coalesceBy } from '../platform/coalesce.ts';
import type { BaseCtx } from '../platform/context.ts';
import { isPassingTrouble } from '../platform/db/violations.ts';
import { RenderLimitError } from '../templates/language/compile.ts';
import type { ClaimedEmail } from './claim-emails.ts';
import { type ComposedEmail, composeEmail, messageIdOf } from './compose-email.ts';
import { decideOutcome, failed, suppressed, type Verdict } from './decide-outcome.ts';
import { needsSubscription } from './email-content.ts';
import { type Finished, finishEmails } from './finish-emails.ts';
import { giveUp, markOnWire } from './leases.ts';
import { contentLoader, type PreparedContent } from './prepared-content.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { Outcome, Transport } from './transports/transport.ts';

export const MAX_MESSAGE_BYTES = 40 * 1024 * 1024;
/** The API shares this event loop: give it a turn after so many messages. */
const COMPOSED_PER_TURN = 8;

interface Ready {
  email: ClaimedEmail;
  content: PreparedContent;
  message: ComposedEmail;
}

export interface ChunkSender {
  prepare(emails: ClaimedEmail[]): Promise<Ready[]>;
  send(ready: Ready[]): Promise<void>;
}

interface Deps {
  owner: string;
  transport: Transport;
  signingKeys: SigningKeys;
  onOutcome(outcome: Outcome): void;
}

/** Takes claimed rows to their end, a chunk at a time: written and signed, then handed over, then recorded. */
export function chunkSender(ctx: BaseCtx, { owner, transport, signingKeys, onOutcome }: Deps): ChunkSender {
  const loadContents = contentLoader();
  const finish = coalesceBy<Finished, undefined>(
    ({ email }) => email.project_id,
    async (batch) => {
      await untilRecorded(ctx, owner, batch);
      return batch.map(() => undefined);
    },
    { maxBatch: 500 },
  );

  async function prepare(emails: ClaimedEmail[]): Promise<Ready[]> {
    const contents = await loadContents(ctx, emails);
    const composed: Ready[] = [];
    const ended: Promise<unknown>[] = [];
    for (const [i, email] of emails.entries()) {
      if (i % COMPOSED_PER_TURN === COMPOSED_PER_TURN - 1) await nextTurn();
      const content = contents.get(email.content_id) as PreparedContent;
      const result = refusal(email) ?? compose(content, email);
      if ('raw' in result) composed.push({ email, content, message: result });
      else ended.push(finish(ending({ email, content }, result)));
    }
    await Promise.all(ended);
    return Promise.all(composed.map(sign));
  }

  function compose(content: PreparedContent, email: ClaimedEmail): ComposedEmail | Verdict {
    try {
      const message = composeEmail(ctx.config, content, email, ctx.clock.now());
      return message.raw.length > MAX_MESSAGE_BYTES ? failed('The message is larger than 40 MB') : message;
    } catch (error) {
      // One recipient's data must not hold up the others; a breach of the limits is theirs, anything else is a bug of ours.
      if (!(error instanceof RenderLimitError)) ctx.log.error({ err: error, emailId: email.id }, 'composing failed');
      return failed(`Rendering failed: ${(error as Error).message}`);
    }
  }

  async function sign(ready: Ready): Promise<Ready> {
    const raw = await signingKeys.sign(ready.email.project_id, ready.content.fromEmail, ready.message.raw);
    return { ...ready, message: { ...ready.message, raw } };
  }

  async function send(ready: Ready[]): Promise<void> {
    if (ready.length === 0) return;
    const ours = await markOnWire(
      ctx,
      owner,
      ready.map(({ email }) => email),
    );
    await Promise.all(ready.filter(({ email }) => ours.has(email.id)).map(sendOne));
  }

  async function sendOne({ email, content, message }: Ready): Promise<void> {
    const outcome = await transport.send({
      envelopeFrom: message.envelopeFrom,
      envelopeTo: email.to_email,
      raw: message.raw,
      projectId: email.project_id,
      emailId: email.id,
    });
    onOutcome(outcome);
    const verdict = decideOutcome(outcome, email, { content, now: ctx.clock.now() });
    await finish(ending({ email, content }, verdict, message.subject));
  }

  function ending({ email, content }: Omit<Ready, 'message'>, verdict: Verdict, subject = ''): Finished {
    return { email, content, verdict, at: ctx.clock.now(), subject, messageId: messageIdOf(email.id, content.fromEmail) };
  }

  return { prepare, send };
}

/**
 * What a relay has answered must not be forgotten because the database is restarting: it is written when it is back.
 * What cannot be written at all, alone in its batch, becomes UNKNOWN instead of being sent again.
 */
async function untilRecorded(ctx: BaseCtx, owner: string, batch: Finished[]): Promise<void> {
  for (;;) {
    try {
      return await finishEmails(ctx, owner, batch);
    } catch (error) {
      if (!isPassingTrouble(error)) {
        if (batch.length > 1) throw error;
        ctx.log.error({ err: error, emailId: batch[0]?.email.id }, 'an outcome could not be recorded');
        return giveUp(ctx, owner, batch[0] as Finished);
      }
      ctx.log.warn({ err: error }, 'outcomes wait for the database');
      await delay(seconds(1));
    }
  }
}

/** Checked again at the last moment: a late unsubscribe or bounce is honoured. */
function refusal({ suppression, kind, source_type, contact }: ClaimedEmail): Verdict | undefined {
  if (suppression) return suppressed(`The address is on the suppression list: ${suppression.toLowerCase()}`);
  if (needsSubscription(kind, source_type) && !contact.subscribed) return suppressed('The contact is unsubscribed');
  return undefined;
}
