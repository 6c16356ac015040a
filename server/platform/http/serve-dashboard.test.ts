import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { serveDashboard } from './serve-dashboard.ts';
import { createHttpServer } from './server.ts';

async function appServing(directory: string): Promise<FastifyInstance> {
  const app = await createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost:3000' });
  await serveDashboard(app, directory);
  return app;
}

describe('a built dashboard', () => {
  let directory: string;
  let app: FastifyInstance;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'posthorn-dashboard-'));
    await mkdir(join(directory, 'assets'));
    await writeFile(join(directory, 'index.html'), '<title>the page</title>');
    await writeFile(join(directory, 'favicon.svg'), '<svg/>');
    await writeFile(join(directory, '.stamp'), 'secret');
    await writeFile(join(directory, 'assets', 'main-1a2b.js'), 'plain');
    await writeFile(join(directory, 'assets', 'main-1a2b.js.br'), 'brotli');
    app = await appServing(directory);
  });
  afterAll(async () => {
    await app.close();
    await rm(directory, { recursive: true });
  });

  it.each(['/app', '/app/', '/app/inbox', '/app/inbox/some-id?tab=text', '/app/.stamp'])(
    'answers %s with the page, to be asked for again each time and without inline scripts',
    async (url) => {
      const { body, headers } = await app.inject(url);
      expect(body).toBe('<title>the page</title>');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-security-policy']).toContain("script-src 'self';");
    },
  );

  it('leads from the root to itself', async () => {
    const { statusCode, headers } = await app.inject('/');
    expect([statusCode, headers.location]).toEqual([302, '/app']);
  });

  it('gives assets for good, compressed for those who take it', async () => {
    const url = '/app/assets/main-1a2b.js';
    const plain = await app.inject(url);
    expect(plain.body).toBe('plain');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const compressed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect([compressed.body, compressed.headers['content-encoding']]).toEqual(['brotli', 'br']);
    expect(compressed.headers['content-type']).toContain('javascript');
  });

  it('asks again for files whose names stay', async () => {
    const { body, headers } = await app.inject('/app/favicon.svg');
    expect([body, headers['cache-control'], headers['content-type']]).toEqual(['<svg/>', 'no-cache', 'image/svg+xml']);
  });

  it('has no page in place of a missing asset', async () => {
    const { statusCode, headers } = await app.inject('/app/assets/gone.js');
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toContain('application/json');
    expect(headers['cache-control']).toBeUndefined();
  });

  it.each(['/app/assets/../.stamp', '/app/assets/%2e%2e/.stamp', '/app/assets/..%2f.stamp'])(
    'lets nobody out of its directory: %s',
    async (url) => {
      const { body } = await app.inject(url);
      expect(body).not.toContain('secret');
    },
  );
});

describe('a dashboard that is not built', () => {
  it.each(['/app', '/app/inbox'])('says so at %s and points to the reference', async (url) => {
    const app = await appServing(join(tmpdir(), 'posthorn-nothing-here'));
    const { statusCode, body } = await app.inject(url);
    expect(statusCode).toBe(200);
    expect(body).toContain('href="/docs"');
    await app.close();
  });
});
