import type { Socket } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Extensions, readExtensions } from './envelope.ts';

export interface Timeouts {
  /** Name lookup, TCP and TLS. */
  connectMs: number;
  greetingMs: number;
  /** Each answer up to DATA, and each piece of a large message. */
  commandMs: number;
  /** The answer to the whole message: the server may be scanning it. */
  afterDotMs: number;
  /** How long a connection without work stays open. */
  idleMs: number;
}

export interface OpenConnection {
  socket: Socket;
  extensions: Extensions;
}

/** Greeting, EHLO, STARTTLS and AUTH are nodemailer's; then its socket is ours. Rejects with a readable reason. */
export async function openConnection(url: URL, timeouts: Timeouts): Promise<OpenConnection> {
  const connection = new SMTPConnection(connectionOptions(url, timeouts));
  const failed = new Promise<never>((_, reject) => {
    connection.on('error', reject);
    connection.once('end', () => reject(new Error('The relay closed the connection')));
  });
  try {
    await Promise.race([promised((done) => connection.connect(done)), failed]);
    const { lastServerResponse } = connection;
    const extensions = readExtensions(lastServerResponse || '');
    if (url.username) await Promise.race([promised((done) => connection.login(credentials(url), done)), failed]);
    return { socket: takenOver(connection), extensions };
  } catch (error) {
    connection.close();
    throw new Error(reasonOf(error as SetupError, url), { cause: error });
  }
}

/** Our listener takes the place of nodemailer's; its others only notice the end of the socket. */
function takenOver(connection: SMTPConnection): Socket {
  const socket = connection._socket as Socket;
  socket.removeAllListeners('data');
  socket.setTimeout(0);
  return socket;
}

function connectionOptions(url: URL, { connectMs, greetingMs, commandMs }: Timeouts) {
  const isSecure = url.protocol === 'smtps:';
  const name = url.searchParams.get('name');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: url.searchParams.get('requireTls') === 'true',
    tls: { rejectUnauthorized: url.searchParams.get('rejectUnauthorized') !== 'false' },
    connectionTimeout: connectMs + greetingMs,
    greetingTimeout: greetingMs,
    socketTimeout: commandMs,
    allowInternalNetworkInterfaces: true,
    ...(name === null ? {} : { name }),
  };
}

const credentials = (url: URL) => ({
  user: decodeURIComponent(url.username),
  pass: decodeURIComponent(url.password),
});

const promised = (start: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));

type SetupError = Error & { code?: string; timeoutType?: string };

function reasonOf(error: SetupError, url: URL): string {
  const where = `${url.hostname}:${url.port || (url.protocol === 'smtps:' ? 465 : 587)}`;
  if (error.code === 'EAUTH') return `The relay ${where} does not accept our login: ${error.message}`;
  if (error.code === 'ETIMEDOUT') return `The relay ${where} does not answer: ${error.message}`;
  if (error.code === 'ETLS') return `No TLS with the relay ${where}: ${error.message}`;
  return `Cannot use the relay ${where}: ${error.message}`;
}
