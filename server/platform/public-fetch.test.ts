import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { isPublic } from './public-addresses.ts';
import { type FetchLimits, type Outgoing, publicFetch } from './public-fetch.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type React = (request: IncomingMessage & { text: string }, response: ServerResponse) => void;

async function aServer(react: React, host = '127.0.0.1') {
  const seen: {
    method: string | undefined;
    path: string | undefined;
    headers: IncomingMessage['headers'];
    body: string;
  }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    seen.push({ method: request.method, path: request.url, headers: request.headers, body: text });
    react(Object.assign(request, { text }), response);
  }).listen(0, host);
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { seen, port, url: `http://${host.includes(':') ? `[${host}]` : host}:${port}` };
}

const ANYWHERE: FetchLimits = { timeoutMs: 2000, privateNetworks: 'all' };
/** Stands for the public internet, while 127.0.0.1 and ::1 stay private. */
const ONLY_TWO: FetchLimits = { timeoutMs: 2000, privateNetworks: ['127.0.0.2/32'] };
const post = (url: string, more: Partial<Outgoing> = {}): Outgoing => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  ...more,
});

describe('addresses', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '127.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '224.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2001:0:1::1',
    '2001:db8::1',
    'fec0::1',
    '100::1',
    '5f00::1',
  ])('%s is not of the public internet', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::1'])('%s is', (address) => {
    expect(isPublic(address)).toBe(true);
  });
});

describe('a private address', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://2130706433:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0x7f.1:PORT/',
    'http://127.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://0.0.0.0:PORT/',
  ])('is refused however it is written: %s', async (url) => {
    const server = await aServer((_, response) => response.end('secret'));
    const answer = await publicFetch(post(url.replace('PORT', String(server.port))), {
      ...ANYWHERE,
      privateNetworks: [],
    });
    expect(answer).toMatchObject({ result: 'refused', reason: expect.stringContaining('private') });
    expect(server.seen).toEqual([]);
  });

  it('is refused behind a redirect too', async () => {
    const hidden = await aServer((_, response) => response.end('secret'));
    const open = await aServer(
      (_, response) => response.writeHead(307, { location: `${hidden.url}/admin` }).end(),
      '127.0.0.2',
    );
    expect(await publicFetch(post(open.url), ONLY_TWO)).toMatchObject({ result: 'refused' });
    expect(open.seen).toHaveLength(1);
    expect(hidden.seen).toEqual([]);
  });

  it('is reached where the deployment allows it', async () => {
    const server = await aServer((_, response) => response.writeHead(201).end('made'));
    expect(await publicFetch(post(server.url), ANYWHERE)).toEqual({ result: 'answered', status: 201, body: 'made' });
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      body: '{"a":1}',
      headers: { host: `127.0.0.1:${server.port}` },
    });
  });
});

describe('redirects', () => {
  it('303 is followed with GET and without the body, 308 with both', async () => {
    const server = await aServer((request, response) => {
      if (request.url === '/see') response.writeHead(303, { location: '/done' }).end();
      else if (request.url === '/moved') response.writeHead(308, { location: '/done' }).end();
      else response.end('ok');
    });
    await publicFetch(post(`${server.url}/see`), ANYWHERE);
    await publicFetch(post(`${server.url}/moved`), ANYWHERE);
    expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/see', '{"a":1}'],
      ['GET', '/done', ''],
      ['POST', '/moved', '{"a":1}'],
      ['POST', '/done', '{"a":1}'],
    ]);
  });

  it('another host does not hear the secrets of the first', async () => {
    const other = await aServer((_, response) => response.end('ok'), '127.0.0.2');
    const first = await aServer((_, response) => response.writeHead(307, { location: other.url }).end());
    const headers = { authorization: 'Bearer x', 'x-api-key': 'y', 'content-type': 'text/plain' };
    await publicFetch(post(first.url, { headers }), ANYWHERE);
    expect(first.seen[0]?.headers).toMatchObject({ authorization: 'Bearer x', 'x-api-key': 'y' });
    expect(other.seen[0]?.headers).toMatchObject({ 'content-type': 'text/plain' });
    expect(other.seen[0]?.headers).not.toHaveProperty('authorization');
    expect(other.seen[0]?.headers).not.toHaveProperty('x-api-key');
  });

  it('a circle ends', async () => {
    const server = await aServer((_, response) => response.writeHead(302, { location: '/again' }).end());
    expect(await publicFetch(post(server.url), ANYWHERE)).toMatchObject({
      result: 'failed',
      reason: expect.stringContaining('redirects'),
    });
    expect(server.seen).toHaveLength(6);
  });

  it('to another protocol is refused', async () => {
    const server = await aServer((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end());
    expect(await publicFetch(post(server.url), ANYWHERE)).toMatchObject({ result: 'refused' });
  });
});

describe('what the world does is a value', () => {
  it('silence ends after the time given, also in the middle of an answer', async () => {
    const silent = await aServer(() => {});
    const stalled = await aServer((_, response) => void response.writeHead(200).write('some'));
    const limits = { ...ANYWHERE, timeoutMs: 200 };
    for (const { url } of [silent, stalled]) {
      expect(await publicFetch(post(url), limits)).toEqual({
        result: 'failed',
        reason: 'No answer within 0.2 seconds',
      });
    }
  });

  it('of a large answer the beginning is kept', async () => {
    const server = await aServer((_, response) => response.end('x'.repeat(5_000_000)));
    const answer = await publicFetch(post(server.url), ANYWHERE);
    expect(answer).toMatchObject({ result: 'answered', status: 200, body: 'x'.repeat(64 * 1024) });
  });

  it('a refused connection, an unknown host and a broken answer have their reasons', async () => {
    const server = await aServer((request) => request.socket.destroy());
    expect(await publicFetch(post(server.url), ANYWHERE)).toMatchObject({ result: 'failed' });
    expect(await publicFetch(post('http://127.0.0.1:1/'), ANYWHERE)).toMatchObject({
      result: 'failed',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    expect(await publicFetch(post('http://no-such-host.invalid/'), ANYWHERE)).toMatchObject({ result: 'failed' });
  });

  it.each(['ftp://example.com/', '/relative', 'javascript:alert(1)', 'http://', ''])('%s is refused', async (url) => {
    expect(await publicFetch(post(url), ANYWHERE)).toMatchObject({ result: 'refused' });
  });

  it('a header that would break the request is refused, one of the connection is left out', async () => {
    const server = await aServer((_, response) => response.end('ok'));
    const broken = post(server.url, { headers: { 'x-a': 'b\r\nhost: evil' } });
    expect(await publicFetch(broken, ANYWHERE)).toMatchObject({ result: 'refused' });
    await publicFetch(post(server.url, { headers: { Host: 'evil.test', 'Content-Length': '1' } }), ANYWHERE);
    expect(server.seen).toMatchObject([{ body: '{"a":1}', headers: { host: `127.0.0.1:${server.port}` } }]);
  });

  it('DELETE carries its body', async () => {
    const server = await aServer((_, response) => response.end('ok'));
    await publicFetch(post(server.url, { method: 'DELETE' }), ANYWHERE);
    expect(server.seen[0]).toMatchObject({ method: 'DELETE', body: '{"a":1}' });
  });
});

it.each([undefined, '{"a":"ü"}'])('headers may hold any letter, as UTF-8, with the body %j', async (body) => {
  const { seen, url } = await aServer((_, response) => response.end());
  await publicFetch(post(url, { headers: { 'x-name': 'Jürgen 日本 😀' }, body }), ANYWHERE);
  expect(Buffer.from(String(seen[0]?.headers['x-name']), 'latin1').toString()).toBe('Jürgen 日本 😀');
  expect(seen[0]?.body).toBe(body ?? '');
});
