import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AlreadyAcceptedError,
  AuthenticationError,
  ConnectionError,
  createPosthorn,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
} from '../sdk/posthorn.ts';
import { aProject, theWorld } from './world.ts';

const run = promisify(execFile);
const repository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

let baseUrl: string;

beforeAll(async () => {
  const { app } = await theWorld();
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
});

/** A server that answers as told, one answer per request; the last one is repeated. */
async function aServer(...answers: ((request: IncomingMessage, response: ServerResponse) => void)[]) {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(keys.length, answers.length - 1)];
    keys.push(request.headers['idempotency-key'] as string | undefined);
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, keys, close: () => server.close() };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const refusal = (status: number, code: string, details = {}) =>
  json(status, { success: false, error: { code, message: code, statusCode: status, requestId: 'r', details } });
const hangUp = (request: IncomingMessage) => request.socket.destroy();

const mail = { to: 'ada@example.com', subject: 'Hi', body: '<p>Hi</p>', from: 'hello@sdk.test' };

describe('against the real server', () => {
  it('sends, tracks and walks through every page of the contacts', async () => {
    const { secretKey, publicKey } = await aProject({ verifiedDomain: 'sdk.test' });
    const posthorn = createPosthorn({ baseUrl, secretKey, publicKey });
    const { data } = await posthorn.send(mail);
    expect(data.emails[0]?.contact.email).toBe('ada@example.com');
    for (const name of ['b', 'c', 'd']) await posthorn.track({ email: `${name}@example.com`, event: 'seen' });
    const addresses: string[] = [];
    for await (const { email } of posthorn.contacts.each({ limit: 2, sort: 'email', dir: 'asc' }))
      addresses.push(email);
    expect(addresses).toEqual(['ada@example.com', 'b@example.com', 'c@example.com', 'd@example.com']);
  });

  it('names the field that is wrong, the wrong key, and what is not there', async () => {
    const { secretKey } = await aProject();
    const posthorn = createPosthorn({ baseUrl, secretKey });
    const invalid = await posthorn.send({ ...mail, to: 'nobody' }).catch((error) => error);
    expect(invalid).toBeInstanceOf(InvalidRequestError);
    expect(invalid.fields[0].field).toContain('to');
    expect(invalid.requestId).toEqual(expect.any(String));
    await expect(posthorn.contacts.get(crypto.randomUUID())).rejects.toBeInstanceOf(NotFoundError);
    await expect(createPosthorn({ baseUrl, secretKey: 'sk_wrong' }).send(mail)).rejects.toBeInstanceOf(
      AuthenticationError,
    );
    await expect(posthorn.track({ email: 'a@example.com', event: 'x' })).rejects.toThrow('needs the option publicKey');
  });
});

describe('when the world fails', () => {
  it('repeats a send that got no answer under the same key', async () => {
    const server = await aServer(hangUp, json(200, { success: true, data: { emails: [] } }));
    await createPosthorn({ baseUrl: server.baseUrl, secretKey: 'sk_x' }).send(mail);
    expect(server.keys).toHaveLength(2);
    expect(server.keys[0]).toBe(server.keys[1]);
    server.close();
  });

  it('says that a lost answer was a success, instead of sending again', async () => {
    const reused = refusal(409, 'IDEMPOTENCY_KEY_REUSED', { originalStatusCode: 200 });
    const server = await aServer(hangUp, refusal(409, 'IDEMPOTENCY_KEY_REUSED', { originalStatusCode: null }), reused);
    const posthorn = createPosthorn({ baseUrl: server.baseUrl, secretKey: 'sk_x' });
    await expect(posthorn.send(mail)).rejects.toBeInstanceOf(AlreadyAcceptedError);
    expect(server.keys).toHaveLength(3);
    server.close();
  });

  it('does not repeat what might be done twice', async () => {
    const server = await aServer(hangUp);
    const posthorn = createPosthorn({ baseUrl: server.baseUrl, secretKey: 'sk_x' });
    await expect(posthorn.segments.create({ name: 'x', type: 'STATIC' })).rejects.toBeInstanceOf(ConnectionError);
    expect(server.keys).toHaveLength(1);
    server.close();
  });

  it('waits as long as the server asks, and gives up when told not to repeat', async () => {
    const limited = refusal(429, 'RATE_LIMIT_EXCEEDED', { retryAfter: 1 });
    const server = await aServer(limited, json(200, { success: true, data: {} }), limited);
    const begun = Date.now();
    await createPosthorn({ baseUrl: server.baseUrl, secretKey: 'sk_x' }).send(mail);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1000);
    const impatient = createPosthorn({ baseUrl: server.baseUrl, secretKey: 'sk_x', retries: 0 });
    await expect(impatient.send(mail)).rejects.toBeInstanceOf(RateLimitError);
    server.close();
  });

  it('gives up on a server that does not answer in time', async () => {
    const server = await aServer(() => {});
    const posthorn = createPosthorn({ baseUrl: server.baseUrl, secretKey: 'sk_x', timeout: 100, retries: 0 });
    await expect(posthorn.emails.list({})).rejects.toThrow('did not answer within 100 ms');
    server.close();
  });
});

describe('the package', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-sdk-'));
    const home = join(folder, 'node_modules', 'posthorn-sdk');
    await run(process.execPath, [
      repository('node_modules/typescript/bin/tsc'),
      ...['-p', repository('sdk/tsconfig.json'), '--outDir', join(home, 'dist')],
    ]);
    await cp(repository('sdk/package.json'), join(home, 'package.json'));
    await cp(repository('sdk/examples'), join(folder, 'examples'), { recursive: true });
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    await symlink(repository('node_modules/zod'), join(folder, 'node_modules', 'zod'));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['send.mjs', /^queued \S+ for ada@example.com$/m],
    ['track-and-list.mjs', /^ada@example.com .*\nedsger@example.com .*\ngrace@example.com .*$/m],
    ['campaign.mjs', /^1 of 1 contacts will receive it$/m],
  ])('runs the example %s as built', async (example, output) => {
    const project = await aProject({ verifiedDomain: 'example.com' });
    if (example === 'campaign.mjs') await project.contact('ada@example.com');
    const { stdout } = await run(process.execPath, [join(folder, 'examples', example)], {
      env: {
        ...process.env,
        POSTHORN_URL: baseUrl,
        POSTHORN_SECRET_KEY: project.secretKey,
        POSTHORN_PUBLIC_KEY: project.publicKey,
      },
    });
    expect(stdout).toMatch(output);
  });
});
