import { beforeAll, describe, expect, it } from 'vitest';
import { aProject, type TestProject } from '../../test/world.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
  await acme.contact('a@example.com', {
    data: { plan: 'pro', age: 30, vip: true, since: '2026-01-02', mixed: 1, seen: '2026-01-02T03:04:05.000Z' },
  });
  await acme.contact('b@example.com', {
    data: { plan: 'free', age: 4.5, vip: false, since: '2025-12-31', mixed: 'x' },
  });
  await acme.contact('c@example.com', { data: { plan: 'pro', tags: ['x'], 'a.b': '2026-01-02 or so' } });
  await acme.contact('d@example.com');
  await (await aProject()).contact('a@example.com', { data: { theirs: 1 } });
});

describe('GET /contacts/fields', () => {
  it('lists standard and custom fields with types and coverage, by name', async () => {
    const { status, body } = await acme.request('GET', '/contacts/fields');
    expect([status, body]).toEqual([
      200,
      {
        fields: [
          { field: 'createdAt', type: 'date', coverage: 100, isCustom: false },
          { field: 'data.a.b', type: 'string', coverage: 25, isCustom: true },
          { field: 'data.age', type: 'number', coverage: 50, isCustom: true },
          { field: 'data.mixed', type: 'string', coverage: 50, isCustom: true },
          { field: 'data.plan', type: 'string', coverage: 75, isCustom: true },
          { field: 'data.seen', type: 'date', coverage: 25, isCustom: true },
          { field: 'data.since', type: 'date', coverage: 50, isCustom: true },
          { field: 'data.tags', type: 'string', coverage: 25, isCustom: true },
          { field: 'data.vip', type: 'boolean', coverage: 50, isCustom: true },
          { field: 'email', type: 'string', coverage: 100, isCustom: false },
          { field: 'subscribed', type: 'boolean', coverage: 100, isCustom: false },
          { field: 'updatedAt', type: 'date', coverage: 100, isCustom: false },
        ],
        count: 12,
      },
    ]);
  });

  it('a project without contacts has the standard fields', async () => {
    expect((await (await aProject()).request('GET', '/contacts/fields')).body.count).toBe(4);
  });
});

describe('GET /contacts/fields/:field/values', () => {
  const valuesOf = async (field: string, query = '') =>
    (await acme.request('GET', `/contacts/fields/${encodeURIComponent(field)}/values${query}`)).body;

  it.each([
    ['data.plan', 'data.plan', ['free', 'pro']],
    ['plan', 'data.plan', ['free', 'pro']],
    ['data.age', 'data.age', [4.5, 30]],
    ['vip', 'data.vip', [false, true]],
    ['data.a.b', 'data.a.b', ['2026-01-02 or so']],
    ['data.tags', 'data.tags', []],
    ['data.nobody', 'data.nobody', []],
    ['subscribed', 'subscribed', [true, false]],
    ['email', 'email', []],
  ])('%s', async (asked, field, values) => {
    expect(await valuesOf(asked)).toEqual({ field, values, count: values.length, limit: 100 });
  });

  it('no more than asked for, 200 at most', async () => {
    expect(await valuesOf('plan', '?limit=1')).toMatchObject({ values: ['free'], count: 1, limit: 1 });
    expect(await valuesOf('plan', '?limit=1000')).toMatchObject({ limit: 200 });
  });

  it('a field without a name: 400, flat', async () => {
    const { status, body } = await acme.request('GET', '/contacts/fields/data./values');
    expect([status, body]).toEqual([400, { error: expect.any(String) }]);
  });
});
