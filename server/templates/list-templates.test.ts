import { beforeAll, describe, expect, it } from 'vitest';
import type { Template } from '../../contract/templates.ts';
import { createTemplate, listTemplates, updateTemplate } from '../../contract/templates.ts';
import { aProject, type TestProject } from '../../test/world.ts';

describe('GET /templates', () => {
  const names = (data: Template[]) => data.map(({ name }) => name);
  let shelf: TestProject;
  const list = (query: Record<string, string>) => shelf.call(listTemplates, { query });

  async function add(fields: Partial<Template>): Promise<Template> {
    shelf.world.clock.advance(1_000);
    return shelf.call(createTemplate, {
      body: { name: 'x', subject: 'x', body: 'x', from: 'a@shelf.test', ...fields },
    });
  }

  beforeAll(async () => {
    shelf = await aProject({ verifiedDomain: 'shelf.test' });
    const { id } = await add({ name: 'Beta', subject: '100% off', type: 'TRANSACTIONAL' });
    await add({ name: 'alpha', description: 'for Summer', type: 'MARKETING' });
    await add({ name: 'Gamma', subject: 'news', type: 'HEADLESS' });
    shelf.world.clock.advance(1_000);
    await shelf.call(updateTemplate, { params: { id }, body: { name: 'Beta' } });
  });

  it('answers a page, newest first, with totals', async () => {
    const { data, ...rest } = await list({});
    expect(names(data)).toEqual(['Gamma', 'alpha', 'Beta']);
    expect(rest).toEqual({ total: 3, page: 1, pageSize: 20, totalPages: 1 });
  });

  it('cuts pages', async () => {
    const { data, ...rest } = await list({ page: '2', pageSize: '2' });
    expect(names(data)).toEqual(['Beta']);
    expect(rest).toEqual({ total: 3, page: 2, pageSize: 2, totalPages: 2 });
  });

  it('has no pages when there is nothing', async () => {
    expect(await list({ search: 'nothing like it' })).toEqual({
      data: [],
      total: 0,
      page: 1,
      pageSize: 20,
      totalPages: 0,
    });
  });

  it.each([
    [
      { page: '0', pageSize: '0' },
      { page: 1, pageSize: 20 },
    ],
    [
      { page: '-3', pageSize: '-3' },
      { page: 1, pageSize: 1 },
    ],
    [
      { page: 'x', pageSize: 'x' },
      { page: 1, pageSize: 20 },
    ],
    [{ pageSize: '1000' }, { page: 1, pageSize: 100 }],
    [{ page: '99999999999999999999' }, { page: Number.MAX_SAFE_INTEGER, pageSize: 20 }],
  ])('takes %j as %j', async (query, expected) => {
    expect(await list(query)).toMatchObject(expected);
  });

  it.each([
    ['by name', { sort: 'name', dir: 'asc' }, ['alpha', 'Beta', 'Gamma']],
    ['by name, backwards', { sort: 'name' }, ['Gamma', 'Beta', 'alpha']],
    ['by creation, oldest first', { dir: 'asc' }, ['Beta', 'alpha', 'Gamma']],
    ['by change', { sort: 'updatedAt', dir: 'asc' }, ['alpha', 'Gamma', 'Beta']],
    ['by creation when asked for something else', { sort: 'body', dir: 'sideways' }, ['Gamma', 'alpha', 'Beta']],
  ])('sorts %s', async (_, query, expected) => {
    expect(names((await list(query)).data)).toEqual(expected);
  });

  it.each([
    ['TRANSACTIONAL', ['Beta']],
    ['HEADLESS', ['Gamma']],
    ['transactional', ['Gamma', 'alpha', 'Beta']],
    ['SPAM', ['Gamma', 'alpha', 'Beta']],
  ])('filters by the type %s, or not at all', async (type, expected) => {
    expect(names((await list({ type })).data)).toEqual(expected);
  });

  it.each([
    ['the name', 'ALPH', ['alpha']],
    ['the description', 'summer', ['alpha']],
    ['the subject', 'NEWS', ['Gamma']],
    ['a sign that is a wildcard in SQL', '%', ['Beta']],
    ['another one', '_', []],
    ['blanks', '  ', ['Gamma', 'alpha', 'Beta']],
  ])('searches %s', async (_, search, expected) => {
    expect(names((await list({ search })).data)).toEqual(expected);
  });

  it('counts what the filters let through', async () => {
    expect(await list({ type: 'HEADLESS', search: 'gam' })).toMatchObject({ total: 1, totalPages: 1 });
  });

  it('shows no other project', async () => {
    const other = await aProject();
    expect((await other.call(listTemplates, { query: { search: 'alpha' } })).total).toBe(0);
  });
});
