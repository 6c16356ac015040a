import { seconds } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Errand } from './smtp/errand.ts';
import { openConnection, type Timeouts } from './smtp/open-connection.ts';
import { type SessionOwner, SmtpSession } from './smtp/session.ts';
import type { Outcome, OutgoingMessage, Transport } from './transport.ts';

export interface SmtpOptions {
  maxConnections: number;
  messagesPerConnection: number;
  timeouts?: Partial<Timeouts>;
  log: Log;
}

const TIMEOUTS: Timeouts = {
  connectMs: seconds(30),
  greetingMs: seconds(30),
  commandMs: seconds(60),
  afterDotMs: seconds(120),
  idleMs: seconds(30),
};

/** With pipelining a connection carries the text of one message and the commands of the next. */
const MESSAGES_ON_A_CONNECTION = 2;

/** A relay that takes no further connection is not asked for one again so soon while the others work. */
const HOLD_OFF_MS = seconds(10);

/**
 * Hands mail to a relay over a pool of lasting connections, opened as they are needed. The address may say
 * `?requireTls=true`, `?rejectUnauthorized=false` (a self-signed certificate) and `?name=` (what we call ourselves).
 */
export function createSmtpTransport(url: URL, options: SmtpOptions): Transport {
  const pool = new SmtpPool(url, options);
  return {
    name: 'smtp',
    capacity: options.maxConnections * MESSAGES_ON_A_CONNECTION,
    send: (message) => pool.send(message),
    close: () => pool.close(),
  };
}

class SmtpPool implements SessionOwner {
  readonly #url: URL;
  readonly #options: SmtpOptions;
  readonly #timeouts: Timeouts;
  readonly #waiting: Errand[] = [];
  readonly #sessions = new Set<SmtpSession>();
  readonly #openings = new Set<Promise<void>>();
  #openAgainAt = 0;
  #isClosing = false;

  constructor(url: URL, options: SmtpOptions) {
    this.#url = url;
    this.#options = options;
    this.#timeouts = { ...TIMEOUTS, ...options.timeouts };
  }

  send(message: OutgoingMessage): Promise<Outcome> {
    if (this.#isClosing) return Promise.resolve(SHUTTING_DOWN);
    return new Promise((settle) => {
      this.#waiting.push({ message, settle, wasMoved: false });
      this.#pump();
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#failWaiting(SHUTTING_DOWN);
    await Promise.all(this.#openings);
    const sessions = [...this.#sessions];
    for (const session of sessions) session.retire();
    await Promise.all(sessions.map(({ closed }) => closed));
  }

  next(): Errand | undefined {
    return this.#waiting.shift();
  }

  onClosed(session: SmtpSession, orphans: Errand[], reason: string): void {
    this.#sessions.delete(session);
    this.#options.log.debug({ reason }, 'SMTP connection closed');
    for (const errand of orphans) this.#rescue(errand, session, reason);
    if (this.#waiting.length > 0) this.#pump();
  }

  /** A kept connection may have died unnoticed: its message goes once to another, as if it had waited. */
  #rescue(errand: Errand, session: SmtpSession, reason: string): void {
    if (session.isUsed && !errand.wasMoved && !this.#isClosing) {
      errand.wasMoved = true;
      this.#waiting.unshift(errand);
    } else {
      errand.settle({ result: 'retryLater', reason, transportDown: false });
    }
  }

  /** Wakes as many sessions as there are messages, the idle ones first, and opens connections for the rest. */
  #pump(): void {
    let unserved = this.#waiting.length;
    for (const wantsIdle of [true, false]) {
      for (const session of this.#sessions) {
        if (unserved === 0) return;
        if (session.isIdle !== wantsIdle || !session.canTake) continue;
        session.wake();
        unserved--;
      }
    }
    for (let wanted = unserved - this.#openings.size; wanted > 0 && this.#mayOpen(); wanted--) this.#open();
  }

  #mayOpen(): boolean {
    if (this.#sessions.size + this.#openings.size >= this.#options.maxConnections) return false;
    return this.#sessions.size === 0 || performance.now() >= this.#openAgainAt;
  }

  #open(): void {
    const opening = openConnection(this.#url, this.#timeouts).then(
      (connection) => {
        const { messagesPerConnection } = this.#options;
        const session = new SmtpSession(connection, this, {
          timeouts: this.#timeouts,
          maxMessages: messagesPerConnection,
        });
        this.#sessions.add(session);
        session.wake();
      },
      (error: Error) => this.#onRefused(error.message),
    );
    this.#openings.add(opening);
    void opening.then(() => this.#openings.delete(opening));
  }

  /** With other connections at work the relay has only reached its limit; when this was the last hope, it is down. */
  #onRefused(reason: string): void {
    this.#options.log.debug({ reason }, 'no SMTP connection');
    this.#openAgainAt = performance.now() + HOLD_OFF_MS;
    // One of the openings is this one.
    if (this.#sessions.size + this.#openings.size > 1) return;
    this.#failWaiting({ result: 'retryLater', reason, transportDown: true });
  }

  #failWaiting(outcome: Outcome): void {
    for (const errand of this.#waiting.splice(0)) errand.settle(outcome);
  }
}

const SHUTTING_DOWN: Outcome = { result: 'retryLater', reason: 'The server is shutting down', transportDown: false };
