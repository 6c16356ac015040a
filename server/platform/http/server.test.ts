import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aProject, aWorld, type TestProject, theWorld, type World } from '../../../test/world.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

describe('request ids', () => {
  it('are made up and given back on every kind of answer', async () => {
    const answers = await Promise.all([
      acme.request('GET', '/contacts'),
      acme.request('GET', '/contacts', { key: 'none' }),
      acme.request('GET', '/nowhere'),
      acme.request('PUT', '/contacts'),
      acme.request('POST', '/contacts', { body: '{' }),
      acme.request('POST', '/contacts', { body: {} }),
      acme.request('OPTIONS', '/v1/track', { headers: PREFLIGHT }),
      acme.request('GET', '/health'),
      acme.request('GET', '/docs'),
      acme.request('GET', '/contacts/%ff'),
    ]);
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('of the caller are kept and stand in the error', async () => {
    const answer = await acme.request('GET', '/contacts/x', { headers: { 'x-request-id': 'order-42/a.b:c' } });
    expect(answer.headers['x-request-id']).toBe('order-42/a.b:c');
    expect(answer.body.error.requestId).toBe('order-42/a.b:c');
  });

  it.each([
    ['too long', 'x'.repeat(129)],
    ['with spaces', 'a b'],
    ['with markup', '<script>'],
    ['with quotes', 'a"b'],
    ['not ASCII', 'é'],
    ['empty', ''],
  ])('%s are replaced', async (_, id) => {
    const answer = await acme.request('GET', '/contacts/x', { headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.body.error.requestId).toBe(answer.headers['x-request-id']);
  });
});

const PREFLIGHT = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };

describe('CORS', () => {
  it('any page may call /v1, without credentials', async () => {
    const preflight = await acme.request('OPTIONS', '/v1/track', { key: 'none', headers: PREFLIGHT });
    expect(preflight.status).toBe(200);
    expect(preflight.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect(preflight.headers['access-control-allow-methods']).toContain(method);
    }
    for (const header of ['Content-Type', 'Authorization', 'Idempotency-Key', 'X-Request-ID']) {
      expect(preflight.headers['access-control-allow-headers']).toContain(header);
    }
    const refused = await acme.request('POST', '/v1/track', { key: 'none', body: {}, headers: PREFLIGHT });
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    for (const header of ['X-Request-ID', 'RateLimit-Remaining', 'Retry-After']) {
      expect(refused.headers['access-control-expose-headers']).toContain(header);
    }
  });

  it('elsewhere only the own origin may call, with credentials', async () => {
    for (const method of ['OPTIONS', 'GET']) {
      const { headers } = await acme.request(method, '/contacts', { headers: PREFLIGHT });
      expect(headers['access-control-allow-origin']).toBe('http://127.0.0.1:3000');
      expect(headers['access-control-allow-credentials']).toBe('true');
    }
  });

  it('OPTIONS without the headers of a preflight is answered too', async () => {
    expect((await acme.request('OPTIONS', '/contacts', { key: 'none' })).status).toBe(200);
  });
});

describe('security headers', () => {
  it('stand on API answers, errors and pages', async () => {
    for (const path of ['/contacts', '/nowhere', '/docs', '/contacts/%ff']) {
      const { headers } = await acme.request('GET', path);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['content-security-policy']).not.toContain("script-src 'unsafe");
    }
  });

  it('promise https only where the server is reached by https', async () => {
    expect((await acme.request('GET', '/docs')).headers).not.toHaveProperty('strict-transport-security');
    const secure = await aWorld({ publicUrl: 'https://mail.example.com' });
    const response = await secure.app.inject('/docs');
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(response.headers['access-control-allow-origin']).toBe('https://mail.example.com');
    await secure.close();
  });

  it('do not forbid other sites to show our images', async () => {
    expect((await acme.request('GET', '/docs')).headers).not.toHaveProperty('cross-origin-resource-policy');
  });
});

describe('over a real connection', () => {
  let world: World;
  let port: number;
  beforeAll(async () => {
    world = await aWorld();
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    const address = world.app.server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => world.close());

  /** Sends bytes, answers what came back until the server closed. */
  const exchange = (...chunks: string[]) =>
    new Promise<string>((resolve, reject) => {
      let received = '';
      const socket: Socket = connect(port, '127.0.0.1', () => {
        for (const chunk of chunks) socket.write(chunk);
      });
      socket.setEncoding('utf8').on('data', (text) => {
        received += text;
      });
      // The server may close while we still write: what it said before counts.
      socket.on('error', () => {});
      socket.on('close', () => resolve(received));
      socket.setTimeout(5000, () => reject(new Error(`no end after: ${received}`)));
    });

  const answerOf = (raw: string) => {
    const [head = '', body = ''] = raw.split('\r\n\r\n');
    return { head: head.toLowerCase(), body: JSON.parse(body) };
  };

  it('an endless URL is 431 in the envelope', async () => {
    const { head, body } = answerOf(await exchange(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`));
    expect(head).toMatch(/^http\/1.1 431 /);
    expect(body).toMatchObject({ success: false, error: { code: 'BAD_REQUEST', statusCode: 431 } });
    expect(head).toContain(`x-request-id: ${body.error.requestId}`);
  });

  it('what is not HTTP is 400 in the envelope', async () => {
    const { head, body } = answerOf(await exchange('HELO example.com\r\n\r\n'));
    expect(head).toMatch(/^http\/1.1 400 /);
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST', statusCode: 400 });
  });

  it('a body above 50 MB is 413, told by its announced length', async () => {
    const head = `POST /v1/track HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${51 * 1024 * 1024}\r\n\r\n{`;
    const { body } = answerOf(await exchange(head));
    expect(body).toMatchObject({ success: false, error: { code: 'PAYLOAD_TOO_LARGE', statusCode: 413 } });
  });

  it('a body above 50 MB is 413, told by its bytes when it announces none', async () => {
    const head =
      'POST /v1/track HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const megabyte = `100000\r\n${' '.repeat(0x100000)}\r\n`;
    const { body } = answerOf(await exchange(head, ...Array<string>(51).fill(megabyte)));
    expect(body).toMatchObject({ success: false, error: { code: 'PAYLOAD_TOO_LARGE', statusCode: 413 } });
  });

  it.each([
    ['application/json', 413],
    ['text/plain', 415],
  ])('a client that listens only after its last byte is told what was wrong with its %s', async (type, status) => {
    const size = 60 * 1024 * 1024;
    const socket = connect(port, '127.0.0.1').pause();
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(`POST /v1/track HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${size}\r\n\r\n`);
      socket.write(Buffer.alloc(size, ' '), (error) => (error ? reject(error) : resolve()));
    });
    const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
    expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    socket.destroy();
  });

  it('a body of 49 MB is read', async () => {
    const email = 'large@example.com';
    const answer = await acme.request('POST', '/v1/track', {
      key: 'public',
      body: `{"email":"${email}","event":"x"${' '.repeat(49 * 1024 * 1024)}}`,
    });
    expect(answer.status).toBe(200);
  });
});

it('the root leads to the dashboard', async () => {
  const response = await (await theWorld()).app.inject('/');
  expect([response.statusCode, response.headers.location]).toEqual([302, '/app']);
});
