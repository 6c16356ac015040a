import type { Outcome } from '../transport.ts';
import { dataOf, type Extensions, envelopeCommands } from './envelope.ts';
import type { Errand, Transaction } from './errand.ts';
import { judgeRefusal, replyText } from './judge-refusal.ts';
import type { OpenConnection, Timeouts } from './open-connection.ts';
import { ProtocolError, type Reply } from './reply-reader.ts';
import { type Expectation, Wire } from './wire.ts';

/** What a session asks of the pool that owns it. */
export interface SessionOwner {
  next(): Errand | undefined;
  /** The connection is gone; `orphans` never came to their closing dot. */
  onClosed(session: SmtpSession, orphans: Errand[], reason: string): void;
}

export interface SessionOptions {
  timeouts: Timeouts;
  maxMessages: number;
}

type Stage = 'RSET' | 'MAIL' | 'RCPT' | 'DATA';

interface Step {
  stage: Stage;
  line: string;
}

const END_OF_DATA = Buffer.from('.\r\n');
/** Up to here a message and its closing dot leave in one write. */
const SMALL_MESSAGE = 64 * 1024;

/**
 * Hands messages to a server over one connection. Where the server offers PIPELINING (RFC 2920), MAIL, RCPT and DATA
 * leave together, and along with the text of the message before: one round trip per message.
 */
export class SmtpSession {
  readonly #wire: Wire;
  readonly #extensions: Extensions;
  readonly #owner: SessionOwner;
  readonly #options: SessionOptions;
  /** Its commands are out, the answer to DATA is not in. */
  #opening: Transaction | undefined;
  /** Its text is out or on its way, the answer is not in. */
  #sending: Transaction | undefined;
  /** Without pipelining: the commands that wait for the answer to the one before. */
  #steps: Step[] = [];
  #isUploading = false;
  #needsReset = false;
  #isRetired = false;
  #taken = 0;
  #finished = 0;

  constructor({ socket, extensions }: OpenConnection, owner: SessionOwner, options: SessionOptions) {
    this.#extensions = extensions;
    this.#owner = owner;
    this.#options = options;
    this.#wire = new Wire(
      socket,
      {
        fill: () => this.#fill(),
        onIdle: () => this.retire(),
        onClosed: (reason) => this.#onClosed(reason),
      },
      options.timeouts,
    );
  }

  get isIdle(): boolean {
    return !this.#opening && !this.#sending;
  }

  get canTake(): boolean {
    if (this.#opening || this.#isUploading || this.#isRetired || this.#wire.isClosed) return false;
    return !this.#sending || this.#extensions.pipelining;
  }

  /** A message went through before: a failure may come from the connection's age, not from the relay. */
  get isUsed(): boolean {
    return this.#finished > 0;
  }

  get closed(): Promise<void> {
    return this.#wire.closed;
  }

  /** There is something to take. */
  wake(): void {
    this.#wire.wake();
  }

  /** Takes no more, finishes what it has, then says goodbye. */
  retire(): void {
    this.#isRetired = true;
    if (this.isIdle) this.#wire.quit();
  }

  #fill(): void {
    while (this.canTake) {
      const errand = this.#owner.next();
      if (!errand) return;
      this.#begin(errand);
    }
  }

  #begin(errand: Errand): void {
    const commands = envelopeCommands(errand.message, this.#extensions);
    if ('result' in commands) {
      errand.settle(commands);
      return;
    }
    this.#opening = { errand, isDotWritten: false };
    this.#taken++;
    if (this.#taken >= this.#options.maxMessages) this.#isRetired = true;
    const [mail, rcpt, data] = commands;
    this.#steps = [
      ...(this.#needsReset ? [{ stage: 'RSET', line: 'RSET\r\n' } as const] : []),
      { stage: 'MAIL', line: mail },
      { stage: 'RCPT', line: rcpt },
      { stage: 'DATA', line: data },
    ];
    this.#needsReset = false;
    do this.#step(this.#opening);
    while (this.#extensions.pipelining && this.#steps.length > 0);
  }

  #step(transaction: Transaction): void {
    const { stage, line } = this.#steps.shift() as Step;
    this.#wire.write(Buffer.from(line));
    this.#wire.expect({
      limitMs: this.#options.timeouts.commandMs,
      onReply: (reply) => this.#onReply(transaction, stage, reply),
    });
  }

  #onReply(transaction: Transaction, stage: Stage, reply: Reply): void {
    const isYes = stage === 'DATA' ? reply.code === 354 : reply.code < 300;
    if (!isYes) this.#onNo(transaction, stage, reply);
    if (this.#wire.isClosed) return;
    if (stage === 'DATA') this.#afterEnvelope(transaction, { isDataOpen: isYes });
    else if (this.#extensions.pipelining) return;
    else if (transaction.refusal) this.#afterEnvelope(transaction, { isDataOpen: false });
    else this.#step(transaction);
  }

  #onNo(transaction: Transaction, stage: Stage, reply: Reply): void {
    if (reply.code < 400 || stage === 'RSET') throw new ProtocolError(`${replyText(reply)} in answer to ${stage}`);
    if (reply.code === 421) {
      this.#wire.close(`The relay closes the connection: ${replyText(reply)}`);
      // A used connection may just have had its share: another one will tell.
      if (this.isUsed) return;
    }
    transaction.refusal ??= { stage, outcome: judgeRefusal(stage, reply) };
  }

  #afterEnvelope(transaction: Transaction, { isDataOpen }: { isDataOpen: boolean }): void {
    const { refusal } = transaction;
    this.#opening = undefined;
    if (!refusal) {
      this.#transmit(transaction);
    } else if (!isDataOpen) {
      this.#needsReset = true;
      this.#finish(transaction, refusal.outcome);
    } else if (refusal.stage === 'RCPT') {
      // RFC 2920 3.1: DATA was let through although no recipient was. An empty text ends it; nobody gets it.
      this.#wire.write(END_OF_DATA);
      this.#wire.expect({ limitMs: this.#options.timeouts.afterDotMs, onReply: () => {} });
      this.#finish(transaction, refusal.outcome);
    } else {
      this.#finish(transaction, refusal.outcome);
      // With the sender refused and the recipient accepted, nobody knows where an empty text would go.
      this.#wire.close('The relay asks for the text of a message that it refused');
    }
  }

  #transmit(transaction: Transaction): void {
    const { commandMs, afterDotMs } = this.#options.timeouts;
    const answer: Expectation = { limitMs: commandMs, onReply: (reply) => this.#onAnswer(transaction, reply) };
    const end = () => {
      answer.limitMs = afterDotMs;
      this.#wire.write(END_OF_DATA, () => {
        transaction.isDotWritten = true;
      });
    };
    this.#sending = transaction;
    const data = dataOf(transaction.errand.message.raw);
    if (data.length <= SMALL_MESSAGE) {
      this.#wire.write(data);
      end();
      this.#wire.expect(answer);
      return;
    }
    this.#isUploading = true;
    this.#wire.expect(answer);
    void this.#wire.upload(data).then((isDone) => {
      this.#isUploading = false;
      if (!isDone) return;
      end();
      this.#wire.restartDeadline();
    });
  }

  #onAnswer(transaction: Transaction, reply: Reply): void {
    const isYes = reply.code < 300;
    // Some servers refuse a large message while it is still coming in; a yes to half a message is no answer.
    if (reply.code < 400 && !(isYes && transaction.isDotWritten)) {
      throw new ProtocolError(`${replyText(reply)} in answer to a message`);
    }
    this.#sending = undefined;
    this.#finish(
      transaction,
      isYes ? { result: 'accepted', response: replyText(reply) } : judgeRefusal('message', reply),
    );
    if (reply.code === 421 || !transaction.isDotWritten) {
      this.#wire.close(`The relay closes the connection: ${replyText(reply)}`);
    }
  }

  #finish({ errand }: Transaction, outcome: Outcome): void {
    this.#finished++;
    errand.settle(outcome);
    if (this.#isRetired && this.isIdle) this.#wire.quit();
    else this.#wire.wake();
  }

  #onClosed(reason: string): void {
    const orphans: Errand[] = [];
    for (const transaction of [this.#sending, this.#opening]) {
      if (!transaction) continue;
      const { errand, refusal, isDotWritten } = transaction;
      if (refusal) errand.settle(refusal.outcome);
      else if (isDotWritten)
        errand.settle({ result: 'unknown', reason: `${reason}, before it answered to the message` });
      else orphans.push(errand);
    }
    this.#owner.onClosed(this, orphans, reason);
  }
}
