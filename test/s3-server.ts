import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

interface Stored {
  content: Buffer;
  headers: http.IncomingHttpHeaders;
}

export interface S3Server {
  endpoint: string;
  /** By path: /bucket/key. */
  objects: Map<string, Stored>;
  /** From now on every PUT fails. */
  breakDown(): void;
  close(): Promise<void>;
}

/** A bucket over HTTP: takes signed PUTs whose hash is right, and serves them to anybody. */
export async function anS3Server({ accessKeyId }: { accessKeyId: string }): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  let isBroken = false;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (request.method === 'GET') return serve(objects.get(path), response);
    const content = Buffer.concat(chunks);
    const problem = isBroken ? 'InternalError' : problemOf(request, content, accessKeyId);
    if (problem) return refuse(problem, response);
    objects.set(path, { content, headers: request.headers });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    breakDown: () => {
      isBroken = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function serve(found: Stored | undefined, response: http.ServerResponse): void {
  if (found) response.setHeader('content-type', found.headers['content-type'] ?? '');
  response.writeHead(found ? 200 : 404).end(found?.content);
}

function refuse(problem: string, response: http.ServerResponse): void {
  response.writeHead(problem === 'InternalError' ? 500 : 403, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${problem}</Code><Message>no</Message></Error>`);
}

function problemOf(
  { method, headers }: http.IncomingMessage,
  content: Buffer,
  accessKeyId: string,
): string | undefined {
  if (method !== 'PUT') return 'MethodNotAllowed';
  const signed = headers.authorization ?? '';
  if (!signed.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKeyId}/`)) return 'InvalidAccessKeyId';
  const sha = createHash('sha256').update(content).digest('hex');
  if (headers['x-amz-content-sha256'] !== sha) return 'XAmzContentSHA256Mismatch';
  return undefined;
}
