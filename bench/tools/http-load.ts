import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { serveOrders } from './child.ts';
import type { Measured } from './report.ts';

export interface HttpOrder {
  port: number;
  connections: number;
  /** Whole requests as they go over the wire; each is sent once. */
  requests: Buffer[];
}

/**
 * Raw sockets, one request under way per connection, and only as much of the answer parsed as tells where it ends:
 * a full HTTP client would need more processor time than the server that it measures.
 */
serveOrders<HttpOrder, Measured>(async ({ port, connections, requests }) => {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const queue = requests.values();
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  await Promise.all(sockets.map((socket) => drive(socket, queue, latenciesMs)));
  const elapsedMs = performance.now() - startedAt;
  for (const socket of sockets) socket.destroy();
  return { elapsedMs, latenciesMs };
});

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket.setEncoding('latin1');
}

function drive(socket: Socket, queue: Iterator<Buffer>, latenciesMs: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let received = '';
    const next = () => {
      const { value, done } = queue.next();
      if (done) return resolve();
      sentAt = performance.now();
      socket.write(value);
    };
    socket.on('data', (text: string) => {
      received += text;
      if (!isWhole(received)) return;
      if (!received.startsWith('HTTP/1.1 2'))
        return reject(new Error(`The server answered: ${received.slice(0, 500)}`));
      latenciesMs.push(performance.now() - sentAt);
      received = '';
      next();
    });
    socket.on('close', () => reject(new Error('The server closed a connection')));
    socket.on('error', reject);
    next();
  });
}

const LENGTH = /\r\ncontent-length: (\d+)/i;

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  return end >= 0 && text.length >= end + 4 + Number(LENGTH.exec(text)?.[1] ?? 0);
}
