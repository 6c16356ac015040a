import { connect } from 'node:net';
import type { WireRequest } from './requests.ts';

export interface WireAnswer {
  status: number;
  text: string;
}

/** Sends the bytes as they are and reads until the server closes: no client library tidies the request up. */
export function exchange(port: number, request: WireRequest, limitMs: number): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytesOf(request)));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no whole answer within ${limitMs} ms`));
    }, limitMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    // The server may close while we still write: what it said before counts.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      const text = Buffer.concat(chunks).toString('utf8');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
      if (status) resolve({ status, text });
      else reject(new Error(`the connection ended without an answer: ${text.slice(0, 200)}`));
    });
  });
}

function bytesOf({ method, url, headers, body }: WireRequest): Buffer {
  const bytes = Buffer.from(body ?? '', 'latin1');
  const lines = [
    `${method} ${url} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${bytes.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}
