import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BaseCtx } from '../platform/context.ts';
import { RenderLimitError } from '../templates/language/compile.ts';
import type { ClaimedEmail } from './claim-emails.ts';
import { type ComposedEmail, composeEmail, messageIdOf } from './compose-email.ts';
import { decideOutcome, failed, suppressed, type Verdict } from './decide-outcome.ts';
import { needsSubscription } from './email-content.ts';
import { outcomeRecorder } from './finish-emails.ts';
import { markOnWire } from './leases.ts';
import { contentLoader, type PreparedContent } from './prepared-content.ts';
import { SigningError, type SigningKeys } from './signing-keys.ts';
import type { Outcome, Transport } from './transports/transport.ts';

export const MAX_MESSAGE_BYTES = 40 * 1024 * 1024;
/** The API shares this event loop: give it a turn after so many messages. */
const COMPOSED_PER_TURN = 8;

interface Ready {
  email: ClaimedEmail;
  content: PreparedContent;
  message: ComposedEmail;
}

interface Deps {
  owner: string;
  transport: Transport;
  signingKeys: SigningKeys;
  onOutcome(outcome: Outcome): void;
}

/** Takes claimed rows to their end, a chunk at a time: written and signed, then handed over, then recorded. */
export class ChunkSender {
  readonly #ctx: BaseCtx;
  readonly #deps: Deps;
  readonly #loadContents = contentLoader();
  readonly #record: ReturnType<typeof outcomeRecorder>;
  /** Handed to the transport, and nothing written about it yet. */
  readonly #handedOver = new Set<string>();

  constructor(ctx: BaseCtx, deps: Deps) {
    this.#ctx = ctx;
    this.#deps = deps;
    this.#record = outcomeRecorder(ctx, deps.owner);
  }

  /** Writes and signs. What is not to be sent ends here. */
  async prepare(emails: ClaimedEmail[]): Promise<Ready[]> {
    const contents = await this.#loadContents(this.#ctx, emails);
    const composed: Ready[] = [];
    const ended: Promise<unknown>[] = [];
    for (const [i, email] of emails.entries()) {
      if (i % COMPOSED_PER_TURN === COMPOSED_PER_TURN - 1) await nextTurn();
      const content = contents.get(email.content_id) as PreparedContent;
      const result = refusal(email) ?? this.#compose(content, email);
      if ('raw' in result) composed.push({ email, content, message: result });
      else ended.push(this.#end({ email, content }, result));
    }
    const signed = await Promise.all(composed.map((ready) => this.#sign(ready)));
    await Promise.all(ended);
    return signed.filter((ready) => ready !== undefined);
  }

  /** What may have gone out although nothing could be written about it. */
  unrecorded(): string[] {
    return [...this.#handedOver];
  }

  /** Marks and hands over. Settles when every outcome is recorded, or cannot be. */
  async send(ready: Ready[]): Promise<void> {
    if (ready.length === 0) return;
    const emails = ready.map(({ email }) => email);
    const ours = await markOnWire(this.#ctx, this.#deps.owner, emails);
    const sends = await Promise.allSettled(
      ready.filter(({ email }) => ours.has(email.id)).map((each) => this.#sendOne(each)),
    );
    const failure = sends.find(({ status }) => status === 'rejected');
    if (failure) throw (failure as PromiseRejectedResult).reason;
  }

  #compose(content: PreparedContent, email: ClaimedEmail): ComposedEmail | Verdict {
    const { config, clock, log } = this.#ctx;
    try {
      const message = composeEmail(config, content, email, clock.now());
      return message.raw.length > MAX_MESSAGE_BYTES ? failed('The message is larger than 40 MB') : message;
    } catch (error) {
      // One recipient's data must not hold up the others; a breach of the limits is theirs, anything else is a bug of ours.
      if (!(error instanceof RenderLimitError)) log.error({ err: error, emailId: email.id }, 'composing failed');
      return failed(`Rendering failed: ${(error as Error).message}`);
    }
  }

  /** A key that cannot be used (another SECRET, say) fails its own mail with the reason, not the whole chunk. */
  async #sign(ready: Ready): Promise<Ready | undefined> {
    const { email, content, message } = ready;
    try {
      const raw = await this.#deps.signingKeys.sign(email.project_id, content.fromEmail, message.raw);
      return { ...ready, message: { ...message, raw } };
    } catch (error) {
      if (!(error instanceof SigningError)) throw error;
      this.#ctx.log.error({ err: error, emailId: email.id }, 'signing failed');
      await this.#end({ email, content }, failed(`Signing failed: ${error.message}`), message.subject);
      return undefined;
    }
  }

  async #sendOne({ email, content, message }: Ready): Promise<void> {
    this.#handedOver.add(email.id);
    const outcome = await this.#deps.transport.send({
      envelopeFrom: message.envelopeFrom,
      envelopeTo: email.to_email,
      raw: message.raw,
      projectId: email.project_id,
      emailId: email.id,
    });
    this.#deps.onOutcome(outcome);
    const verdict = decideOutcome(outcome, email, { content, now: this.#ctx.clock.now() });
    await this.#end({ email, content }, verdict, message.subject);
    this.#handedOver.delete(email.id);
  }

  #end({ email, content }: Omit<Ready, 'message'>, verdict: Verdict, subject = ''): Promise<void> {
    const messageId = messageIdOf(email.id, content.fromEmail);
    return this.#record({ email, content, verdict, at: this.#ctx.clock.now(), subject, messageId });
  }
}

/** Checked again at the last moment: a late unsubscribe or bounce is honoured. */
function refusal(email: ClaimedEmail): Verdict | undefined {
  const { suppression, kind, source_type, contact } = email;
  if (suppression) return suppressed(`The address is on the suppression list: ${suppression.toLowerCase()}`);
  if (needsSubscription(kind, source_type) && !contact.subscribed && !isToCustomAddress(email))
    return suppressed('The contact is unsubscribed');
  return undefined;
}

const isToCustomAddress = ({ step_execution_id, variables }: ClaimedEmail): boolean =>
  step_execution_id !== null && variables?.toCustomAddress === true;
