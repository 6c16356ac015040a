import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net, { type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import type { ReceivedMessage, SmtpServerOptions } from './smtp-behaviour.ts';
import { SmtpConversation } from './smtp-conversation.ts';

export interface SmtpServer {
  port: number;
  messages: ReceivedMessage[];
  /** Every command line received, over all connections, without the messages. */
  commands: string[];
  /** Connections ever made. */
  connections(): number;
  openConnections(): number;
  /** Cuts every connection; new ones are welcome. */
  dropConnections(): void;
  close(): Promise<void>;
}

const fixture = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');

/** A relay on loopback that does what a test tells it, on bare sockets so that it can also misbehave. */
export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<SmtpServer> {
  const messages: ReceivedMessage[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  const certificate = { key: fixture('smtp-key.pem'), cert: fixture('smtp-certificate.pem') };
  const onMessage = (message: ReceivedMessage): void => {
    if (options.keep !== false) messages.push(message);
    options.onMessage?.(message);
  };
  const onSocket = (socket: Socket): void => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    new SmtpConversation(socket, options, { connection: connections, commands, onMessage, certificate });
  };
  const server = options.secure
    ? tls.createServer(certificate, onSocket)
    : net.createServer({ noDelay: true }, onSocket);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const dropConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    port: (server.address() as AddressInfo).port,
    messages,
    commands,
    connections: () => connections,
    openConnections: () => sockets.size,
    dropConnections,
    close: async () => {
      dropConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
