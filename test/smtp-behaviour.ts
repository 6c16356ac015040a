export interface ReceivedMessage {
  envelopeFrom: string;
  envelopeTo: string;
  /** As the sender built it: dots at line starts are undone. */
  raw: Buffer;
}

/** A point of the dialogue. `body` comes with the first bytes of a message, `dot` when it is complete. */
export type Moment =
  | 'connect'
  | 'EHLO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'RSET'
  | 'QUIT'
  | 'body'
  | 'dot';

/** A reply line, or misbehaviour: never answering, cutting the connection. */
export type Reaction = string | 'hang' | 'drop';

export interface Command {
  moment: Moment;
  /** What follows the verb, for example `TO:<ada@example.com>`. */
  argument: string;
  envelopeTo: string;
  /** Counts connections from 1. */
  connection: number;
  /** Messages taken over this connection so far. */
  taken: number;
}

export interface SmtpServerOptions {
  /** Undefined: the usual yes. */
  react?(command: Command): Reaction | undefined;
  onMessage?(message: ReceivedMessage): void;
  /** Bytes as they come in, before anything is made of them. */
  onData?(chunk: Buffer): void;
  /** False keeps no messages, for benchmarks. */
  keep?: boolean;
  pipelining?: boolean;
  /** Answers slowly: one answer each so many milliseconds. */
  replyEveryMs?: number;
  /** Offers STARTTLS, with a self-signed certificate. */
  startTls?: boolean;
  /** TLS from the first byte. */
  secure?: boolean;
  auth?: { user: string; pass: string; mechanisms?: string };
  /** Further EHLO lines, for example SMTPUTF8 or SIZE 1000. */
  extensions?: string[];
}
