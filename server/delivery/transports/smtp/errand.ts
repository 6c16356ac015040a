import type { Outcome, OutgoingMessage } from '../transport.ts';

/** One message on its way through the pool. */
export interface Errand {
  readonly message: OutgoingMessage;
  settle(outcome: Outcome): void;
  /** Was on a kept connection that turned out to be dead; a second such accident is told to the caller. */
  wasMoved: boolean;
}

/** One message in one session. */
export interface Transaction {
  readonly errand: Errand;
  /** The first no; with pipelining the other answers still have to come in. */
  refusal?: { stage: 'MAIL' | 'RCPT' | 'DATA'; outcome: Outcome };
  /** The closing dot has left: from here on the server may have taken the message. */
  isDotWritten: boolean;
}
