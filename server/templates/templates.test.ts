import { beforeAll, describe, expect, it } from 'vitest';
import type { Template } from '../../contract/templates.ts';
import { createTemplate, getTemplate } from '../../contract/templates.ts';
import { aProject, type TestProject } from '../../test/world.ts';

const DOMAIN = 'templates.test';
const minimal = { name: 'Welcome', subject: 'Hi {{ name }}', body: '<p>Hi</p>', from: `hi@${DOMAIN}` };

let acme: TestProject;
let other: TestProject;
beforeAll(async () => {
  acme = await aProject({ verifiedDomain: DOMAIN });
  other = await aProject({ verifiedDomain: 'other-templates.test' });
});

const create = (body: unknown) => acme.request('POST', '/templates', { body });
const aTemplate = (fields: Partial<Template> = {}, project = acme): Promise<Template> =>
  project.call(createTemplate, { body: { ...minimal, ...fields } });

describe('POST /templates', () => {
  it('answers 201 with the whole template', async () => {
    const fields = { ...minimal, description: 'note', fromName: 'Acme', replyTo: `re@${DOMAIN}`, type: 'HEADLESS' };
    const { status, body } = await create(fields);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...fields,
      id: expect.any(String),
      projectId: acme.id,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: body.createdAt,
    });
    expect(await acme.call(getTemplate, { params: { id: body.id } })).toEqual(body);
  });

  it('has a type and nulls where nothing was given', async () => {
    expect(await aTemplate()).toMatchObject({ type: 'MARKETING', description: null, fromName: null, replyTo: null });
  });

  it('takes empty text for what is optional as nothing', async () => {
    const template = await aTemplate({ description: '', fromName: ' ', replyTo: '' });
    expect(template).toMatchObject({ description: null, fromName: null, replyTo: null });
  });

  it('keeps the addresses trimmed and in lower case', async () => {
    const template = await aTemplate({ from: ` Hi@${DOMAIN.toUpperCase()} `, replyTo: ` Re@X.test ` });
    expect(template).toMatchObject({ from: `hi@${DOMAIN}`, replyTo: 're@x.test' });
  });

  it.each([
    ['nothing at all', undefined, 'Name is required'],
    ['a list', [], 'The body must be a JSON object'],
    ['an empty object', {}, 'Name is required'],
    ['a blank name', { ...minimal, name: ' ' }, 'Name is required'],
    ['a name that is no text', { ...minimal, name: 5 }, 'Name is required'],
    ['no subject and less', { name: 'x' }, 'Subject is required'],
    ['no body and less', { name: 'x', subject: 'x' }, 'Body is required'],
    ['an empty body', { ...minimal, body: '' }, 'Body is required'],
    ['no sender', { name: 'x', subject: 'x', body: 'x' }, 'From address is required'],
    ['null as the sender', { ...minimal, from: null }, 'From address is required'],
    ['no sender and a bad type', { name: 'x', subject: 'x', body: 'x', type: 'X' }, 'From address is required'],
    ['a sender that is no address', { ...minimal, from: 'acme' }, 'From must be an email address'],
    ['a sender with two @', { ...minimal, from: `a@b@${DOMAIN}` }, 'From must be an email address'],
    ['a bad type', { ...minimal, type: 'SPAM' }, 'Type must be one of TRANSACTIONAL, MARKETING, HEADLESS'],
    ['a bad reply-to', { ...minimal, replyTo: 'nobody' }, 'Reply-to must be an email address'],
    ['an endless name', { ...minimal, name: 'x'.repeat(1_001) }, 'Name may have 1000 characters'],
    ['a description that is no text', { ...minimal, description: 1 }, 'Description must be text'],
  ])('answers 400 in one sentence to %s', async (_, body, error) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { error } });
  });

  it('answers 400 with the place of a template error', async () => {
    const { status, body } = await create({ ...minimal, body: '<p>\n  {% if name %}' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      statusCode: 400,
      details: { field: 'body', line: 2, column: 3 },
    });
  });

  it('looks at the subject too', async () => {
    const { body } = await create({ ...minimal, subject: '{{ name | nosuch }}' });
    expect(body.error.details).toEqual({ field: 'subject', line: 1, column: 1 });
  });

  it.each([
    ['not registered', 'nobody.test'],
    ['another project has', 'other-templates.test'],
    ['a subdomain of a verified one', `sub.${DOMAIN}`],
  ])('answers 403 to a sender whose domain is %s', async (_, domain) => {
    const { status, body } = await create({ ...minimal, from: `hi@${domain}` });
    expect(status).toBe(403);
    expect(body.error).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', statusCode: 403 });
  });

  it.each([
    ['a public key', 'public' as const, 'INVALID_API_KEY'],
    ['no key', 'none' as const, 'MISSING_AUTH'],
  ])('answers 401 to %s', async (_, key, code) => {
    const { status, body } = await acme.request('POST', '/templates', { key, body: minimal });
    expect([status, body.error.code]).toEqual([401, code]);
  });
});

describe('PATCH /templates/:id', () => {
  const patch = (id: string, body: unknown) => acme.request('PATCH', `/templates/${id}`, { body });

  it('changes what is given and leaves the rest', async () => {
    const before = await aTemplate({ description: 'note', type: 'TRANSACTIONAL' });
    acme.world.clock.advance(5);
    const { status, body } = await patch(before.id, { name: 'Other', type: 'HEADLESS' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: 'Other', type: 'HEADLESS', updatedAt: expect.any(String) });
    expect(body.updatedAt > before.updatedAt).toBe(true);
  });

  it.each([null, ''])('clears what is optional with %j', async (nothing) => {
    const { id } = await aTemplate({ description: 'note', fromName: 'Acme', replyTo: 're@x.test' });
    const { body } = await patch(id, { description: nothing, fromName: nothing, replyTo: nothing });
    expect(body).toMatchObject({ description: null, fromName: null, replyTo: null, name: minimal.name });
  });

  it.each(['name', 'subject', 'body', 'from', 'type'])('cannot clear %s', async (field) => {
    const { id } = await aTemplate();
    for (const nothing of [null, '']) {
      const { status, body } = await patch(id, { [field]: nothing });
      expect(status).toBe(422);
      expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ field }] });
    }
  });

  it('checks the sender only when it is given', async () => {
    const { id } = await aTemplate();
    await acme.world.ctx.db.updateTable('domains').set({ verified: false }).where('domain', '=', DOMAIN).execute();
    expect((await patch(id, { name: 'Still' })).status).toBe(200);
    expect((await patch(id, { from: minimal.from })).status).toBe(403);
    await acme.world.ctx.db.updateTable('domains').set({ verified: true }).where('domain', '=', DOMAIN).execute();
    expect((await patch(id, { from: `new@${DOMAIN}` })).body.from).toBe(`new@${DOMAIN}`);
  });

  it('refuses a template error and changes nothing', async () => {
    const before = await aTemplate();
    const { status, body } = await patch(before.id, { name: 'Other', body: '\n{{ a' });
    expect(status).toBe(400);
    expect(body.error.details).toEqual({ field: 'body', line: 2, column: 1 });
    expect(await acme.call(getTemplate, { params: { id: before.id } })).toEqual(before);
  });

  it('cannot move a template to another project', async () => {
    const { id } = await aTemplate();
    const { body } = await patch(id, { projectId: other.id, id: 'x' });
    expect(body).toMatchObject({ id, projectId: acme.id });
  });
});

describe('POST /templates/:id/duplicate', () => {
  it('answers 201 with a copy that is its own', async () => {
    const original = await aTemplate({ description: 'note', type: 'HEADLESS', fromName: 'Acme' });
    const { status, body } = await acme.request('POST', `/templates/${original.id}/duplicate`);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...original,
      id: expect.any(String),
      name: 'Welcome (Copy)',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(body.id).not.toBe(original.id);
    await acme.request('DELETE', `/templates/${original.id}`);
    expect((await acme.request('GET', `/templates/${body.id}`)).status).toBe(200);
  });
});

describe('deleting templates', () => {
  it('answers 204 with nothing, then 404', async () => {
    const { id } = await aTemplate();
    expect(await acme.request('DELETE', `/templates/${id}`)).toMatchObject({ status: 204, body: '' });
    expect((await acme.request('DELETE', `/templates/${id}`)).status).toBe(404);
  });

  it('deletes several at once and says how many', async () => {
    const mine = [await aTemplate(), await aTemplate()];
    const foreign = await aTemplate({ from: 'a@other-templates.test' }, other);
    const ids = [...mine, foreign].map(({ id }) => id);
    const { status, body } = await acme.request('POST', '/templates/bulk-update', {
      body: { ids: [...ids, ids[0], 'no-id'], delete: true },
    });
    expect({ status, body }).toEqual({ status: 200, body: { deleted: 2 } });
    expect(await other.call(getTemplate, { params: { id: foreign.id } })).toEqual(foreign);
  });

  it.each([{ ids: [], delete: true }, { ids: ['x'] }, { ids: 'x', delete: true }, { ids: ['x'], delete: false }, {}])(
    'answers 422 to %j',
    async (body) => {
      expect((await acme.request('POST', '/templates/bulk-update', { body })).status).toBe(422);
    },
  );

  it('takes ids that are none for unknown ones', async () => {
    const { body } = await acme.request('POST', '/templates/bulk-update', { body: { ids: ['x'], delete: true } });
    expect(body).toEqual({ deleted: 0 });
  });
});

describe('an unknown id, and the id of another project', () => {
  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/duplicate'],
    ['GET', '/usage'],
  ])('%s /templates/:id%s answers 404', async (method, tail) => {
    const foreign = await aTemplate({ from: 'a@other-templates.test' }, other);
    const ids = [foreign.id, '0198c0de-0000-7000-8000-000000000000', 'no-uuid'];
    for (const id of ids) {
      const { status, body } = await acme.request(method, `/templates/${id}${tail}`, {
        ...(method === 'PATCH' ? { body: { name: 'Mine' } } : {}),
      });
      expect(status).toBe(404);
      expect(body.error).toMatchObject({ code: 'TEMPLATE_NOT_FOUND', message: 'Template not found' });
      expect(body.error.details).toEqual({ resource: 'Template', id });
    }
    expect(await other.call(getTemplate, { params: { id: foreign.id } })).toEqual(foreign);
  });
});
