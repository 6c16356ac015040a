import type { Socket } from 'node:net';
import { Deadline } from './deadline.ts';
import { replyText } from './judge-refusal.ts';
import { ProtocolError, type Reply, ReplyReader } from './reply-reader.ts';

export interface WireOwner {
  /** Just before a write: what else could go along. */
  fill(): void;
  /** Nothing was expected for a while. */
  onIdle(): void;
  onClosed(reason: string): void;
}

/** An answer that has to come: by when, and what then. The limit counts from the answer before. */
export interface Expectation {
  limitMs: number;
  onReply(reply: Reply): void;
}

const UPLOAD_PIECE = 256 * 1024;
const QUIT_GRACE_MS = 2000;

/** The connection below the dialogue: answers in order, writes gathered, time limits. Knows nothing of mail. */
export class Wire {
  readonly #socket: Socket;
  readonly #owner: WireOwner;
  readonly #idleMs: number;
  readonly #reader = new ReplyReader();
  readonly #expected: Expectation[] = [];
  readonly #deadline = new Deadline(() => this.#onDeadline());
  readonly closed: Promise<void>;
  #outgoing: Buffer[] = [];
  #onWritten: (() => void)[] = [];
  #isFlushDue = false;
  #closeReason: string | undefined;

  constructor(socket: Socket, owner: WireOwner, { idleMs }: { idleMs: number }) {
    this.#socket = socket;
    this.#owner = owner;
    this.#idleMs = idleMs;
    socket.on('data', (chunk: Buffer) => this.#onData(chunk));
    socket.on('error', (error: Error) => this.close(`The connection to the relay broke: ${error.message}`));
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.close('The relay closed the connection');
        owner.onClosed(this.#closeReason as string);
        resolve();
      });
    });
    this.#deadline.set(idleMs);
  }

  get isClosed(): boolean {
    return this.#closeReason !== undefined;
  }

  expect(expectation: Expectation): void {
    this.#expected.push(expectation);
    if (this.#expected.length === 1) this.#deadline.set(expectation.limitMs);
  }

  /** Leaves with all else of this turn of the event loop in one write; `onWritten` is called as it is handed over. */
  write(bytes: Buffer, onWritten?: () => void): void {
    this.#outgoing.push(bytes);
    if (onWritten) this.#onWritten.push(onWritten);
    this.wake();
  }

  wake(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    setImmediate(() => this.#flush());
  }

  /** Writes something large piece by piece, so that a stall is noticed. Answers false when the connection broke. */
  async upload(bytes: Buffer): Promise<boolean> {
    for (let at = 0; at < bytes.length && !this.isClosed; at += UPLOAD_PIECE) {
      await new Promise<void>((done) => this.#socket.write(bytes.subarray(at, at + UPLOAD_PIECE), () => done()));
      this.restartDeadline();
    }
    return !this.isClosed;
  }

  /** There was progress other than an answer. */
  restartDeadline(): void {
    if (!this.isClosed) this.#deadline.set(this.#expected[0]?.limitMs ?? this.#idleMs);
  }

  /** Says goodbye; the server closes, or we do after a moment. */
  quit(): void {
    if (this.isClosed) return;
    this.#closeReason = 'The connection was closed by us';
    this.#deadline.clear();
    this.#socket.end('QUIT\r\n');
    const giveUp = setTimeout(() => this.#socket.destroy(), QUIT_GRACE_MS);
    this.#socket.once('close', () => clearTimeout(giveUp));
  }

  close(reason: string): void {
    this.#closeReason ??= reason;
    this.#deadline.clear();
    this.#socket.destroy();
  }

  #flush(): void {
    this.#isFlushDue = false;
    if (this.isClosed) return;
    this.#owner.fill();
    if (this.#outgoing.length === 0) return;
    this.#socket.write(this.#outgoing.length === 1 ? (this.#outgoing[0] as Buffer) : Buffer.concat(this.#outgoing));
    this.#outgoing = [];
    for (const written of this.#onWritten) written();
    this.#onWritten = [];
  }

  #onData(chunk: Buffer): void {
    // After our QUIT only the goodbye comes.
    if (this.isClosed) return;
    try {
      for (const reply of this.#reader.push(chunk)) this.#onReply(reply);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.close(`The relay does not speak SMTP: ${error.message}`);
    }
  }

  #onReply(reply: Reply): void {
    if (this.isClosed) return;
    const expectation = this.#expected.shift();
    if (!expectation) {
      this.close(`The relay closes the connection: ${replyText(reply)}`);
      return;
    }
    expectation.onReply(reply);
    this.restartDeadline();
  }

  #onDeadline(): void {
    const expectation = this.#expected[0];
    if (expectation) this.close(`The relay did not answer within ${Math.ceil(expectation.limitMs / 1000)} s`);
    else this.#owner.onIdle();
  }
}
