import { validate } from '@scalar/openapi-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../../../contract/all-endpoints.ts';
import { theWorld } from '../../../test/world.ts';

interface Operation {
  operationId: string;
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required?: boolean; schema: Record<string, unknown> }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
}

let document: Document;
beforeAll(async () => {
  const { app } = await theWorld();
  document = (await app.inject('/openapi.json')).json();
});

const operations = (): [string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  );

describe('GET /openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(await validate({ ...document })).toMatchObject({ valid: true });
  });

  it('describes every endpoint once', () => {
    const described = operations().map(([name]) => name);
    const existing = allEndpoints.map(
      ({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(described.sort()).toEqual(existing.sort());
  });

  it('gives each operation a name that a client generator can use', () => {
    const ids = operations().map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
    expect(document.paths['/contacts/{id}']?.get?.operationId).toBe('getContactsById');
  });

  it('declares each path parameter as required', () => {
    for (const [name, { parameters }] of operations()) {
      const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, param]) => param);
      const declared = parameters.filter((each) => each.in === 'path');
      expect([name, declared.map((each) => each.name)]).toEqual([name, inPath]);
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  it('says which key an operation needs', () => {
    expect(document.paths['/v1/track']?.post?.security).toEqual([{ publicKey: [] }]);
    expect(document.paths['/v1/send']?.post?.security).toEqual([{ secretKey: [] }]);
    expect(document.paths['/contacts']?.get?.security).toEqual([{ secretKey: [] }, { session: [], projectHeader: [] }]);
    for (const [, { security }] of operations()) {
      for (const scheme of security.flatMap(Object.keys))
        expect(document.components.securitySchemes).toHaveProperty(scheme);
    }
  });

  it('describes limits, defaults and formats of what is sent', () => {
    const list = document.paths['/contacts']?.get?.parameters ?? [];
    const schemaOf = (name: string) => list.find((each) => each.name === name)?.schema;
    expect(schemaOf('limit')).toMatchObject({ type: 'integer', default: 20, minimum: 1, maximum: 100 });
    expect(schemaOf('sort')).toMatchObject({ enum: ['createdAt', 'email'], default: 'createdAt' });
    expect(list.every(({ required }) => !required)).toBe(true);
    const track = document.paths['/v1/track']?.post;
    expect(track?.requestBody).toMatchObject({ required: true });
    expect(track?.requestBody?.content['application/json']?.schema).toMatchObject({
      required: ['email', 'event'],
      properties: { email: { format: 'email' }, event: { maxLength: 255 } },
    });
    expect(track?.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header' }]);
  });

  it('describes what comes back: every success, the envelope, the legacy body where there is one', () => {
    const create = document.paths['/contacts']?.post?.responses ?? {};
    expect(Object.keys(create).sort()).toEqual(['200', '201', '400', 'default']);
    expect(JSON.stringify(create['400'])).toContain('LegacyError');
    expect(JSON.stringify(create.default)).toContain('#/components/schemas/Error');
    expect(document.paths['/contacts/{id}']?.delete?.responses['204']).not.toHaveProperty('content');
  });
});

describe('GET /docs', () => {
  it('is a page that loads everything from here', async () => {
    const { app } = await theWorld();
    const page = await app.inject('/docs');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url ?? '');
    expect(sources.filter((url) => !url.startsWith('/') && !url.startsWith('data:'))).toEqual([]);
    for (const url of sources.filter((each) => each.startsWith('/'))) {
      expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200]);
    }
  });

  it('serves the viewer, compressed for those who take it', async () => {
    const { app } = await theWorld();
    const plain = await app.inject('/docs/viewer.js');
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(plain.body).toContain('createApiReference');
    const zipped = await app.inject({ url: '/docs/viewer.js', headers: { 'accept-encoding': 'br, gzip' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  it('keeps the viewer from talking to its makers', async () => {
    const { app } = await theWorld();
    const { body } = await app.inject('/docs/start.js');
    expect(body).toContain('"telemetry":false');
    expect(body).toContain('"withDefaultFonts":false');
  });
});
