/** A finished message and where it goes. `raw` has CRLF line ends throughout, as the builder makes it. */
export interface OutgoingMessage {
  envelopeFrom: string;
  envelopeTo: string;
  raw: Buffer;
  /** For capture and logs. */
  projectId: string;
  emailId: string;
}

/** What became of one hand-over. Failures of the outside world are values; an exception from `send` is a bug. */
export type Outcome =
  | { result: 'accepted'; response: string; providerMessageId?: string }
  | {
      result: 'retryLater';
      reason: string;
      /** The whole transport is unusable (refused connection, TLS or login failure, throttling), not this one message. */
      transportDown: boolean;
    }
  | {
      result: 'rejected';
      code: string;
      reason: string;
      /** The address itself is refused for good: a bounce (D22). */
      badAddress: boolean;
    }
  /** It may have been handed over: only the far side knows. */
  | { result: 'unknown'; reason: string };

export interface Transport {
  name: string;
  /** How many messages can be on the wire at once; more calls of `send` wait inside the transport. */
  capacity: number;
  send(message: OutgoingMessage): Promise<Outcome>;
  /** Drains what is on the wire; what still waits is answered with retryLater. */
  close(): Promise<void>;
}
