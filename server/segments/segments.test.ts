import { beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../contract/segments.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { days, minutes } from '../platform/clock.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

const where = (field: string, operator: string, value?: unknown) => ({
  logic: 'AND',
  groups: [{ filters: [{ field, operator, ...(value === undefined ? {} : { value }) }] }],
});
const onPlan = (plan: string) => where('data.plan', 'equals', plan);
const create = (body: unknown, project = acme) => project.request('POST', '/segments', { body });
const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

describe('POST /segments', () => {
  it('answers 201 with the segment and counts its members at once', async () => {
    const project = await aProject();
    await project.contact('pro@example.com', { data: { plan: 'pro' } });
    await project.contact('free@example.com', { data: { plan: 'free' } });
    const { status, body } = await create({ name: 'Pro', description: 'Paying', condition: onPlan('pro') }, project);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Pro',
      description: 'Paying',
      type: 'DYNAMIC',
      condition: onPlan('pro'),
      trackMembership: false,
      memberCount: 1,
      projectId: project.id,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  it('makes a static segment without a condition, whatever was given', async () => {
    for (const condition of [undefined, onPlan('pro'), 'nonsense', { logic: 'XOR' }]) {
      const { status, body } = await create({ name: 'List', type: 'STATIC', condition });
      expect([status, body.condition, body.memberCount]).toEqual([201, null, 0]);
    }
  });

  it.each([
    ['no body', undefined, 'Name is required'],
    ['a list', [], 'The body must be a JSON object'],
    ['no name', { condition: onPlan('x') }, 'Name is required'],
    ['an empty name', { name: ' ', condition: onPlan('x') }, 'Name is required'],
    ['a name that is a number', { name: 5, condition: onPlan('x') }, 'Name is required'],
    [
      'a name of 101 characters',
      { name: 'x'.repeat(101), condition: onPlan('x') },
      'Name must be at most 100 characters',
    ],
    [
      'a description of 501 characters',
      { name: 'x', description: 'x'.repeat(501), condition: onPlan('x') },
      'Description must be at most 500 characters',
    ],
    ['an unknown type', { name: 'x', type: 'MAGIC' }, 'type must be DYNAMIC or STATIC'],
    [
      'trackMembership as text',
      { name: 'x', trackMembership: 'yes', condition: onPlan('x') },
      'trackMembership must be a boolean',
    ],
    ['no condition', { name: 'x' }, 'Condition must be an object'],
    ['a condition that is null', { name: 'x', condition: null }, 'Condition must be an object'],
    ['a condition that is text', { name: 'x', condition: 'all' }, 'Condition must be an object'],
    ['a condition that is a list', { name: 'x', condition: [] }, 'Condition must be an object'],
  ])('answers 400 with a bare error to %s', async (_, given, error) => {
    const { status, body } = await create(given);
    expect([status, body]).toEqual([400, { error }]);
  });

  it.each([
    ['an empty object', {}, 'logic must be AND or OR', 'condition.logic'],
    ['an empty tree', { logic: 'AND', groups: [] }, 'A condition needs at least one group', 'condition.groups'],
    [
      'an unknown operator',
      where('email', 'like', 'x'),
      'Invalid operator "like"',
      'condition.groups.0.filters.0.operator',
    ],
    ['an unknown field', where('shoe', 'equals', 1), 'Unsupported field "shoe"', 'condition.groups.0.filters.0.field'],
    [
      'an unknown segment',
      where(`segment.${UNKNOWN}`, 'memberOfSegment'),
      `Segment "${UNKNOWN}" does not exist`,
      'condition.groups.0.filters.0.field',
    ],
  ])('answers 400 in the envelope to a condition that is %s', async (_, condition, message, field) => {
    const { status, body } = await create({ name: 'x', condition });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, error: { code: 'BAD_REQUEST', message, details: { field } } });
  });

  it('keeps a name of 100 and a description of 500 characters', async () => {
    const { status } = await create({ name: 'x'.repeat(100), description: 'y'.repeat(500), condition: onPlan('x') });
    expect(status).toBe(201);
  });

  it('answers 401 to a public key', async () => {
    const { status, body } = await acme.request('POST', '/segments', { key: 'public', body: { name: 'x' } });
    expect([status, body.error.code]).toEqual([401, 'INVALID_API_KEY']);
  });
});

describe('hostile conditions', () => {
  const long = 'x'.repeat(1_000_000);
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  const numbers = [1e308, -1e308, 5e-324, 0];
  const texts = ['NaN', 'Infinity', '', "'; drop table contacts; --", '\\', '%_\\', '\u202e'];
  const dates = ['2026-02-31', '300000-01-01', '0000-00-00', '2026-01-05T99:99'];
  const values: unknown[] = [...numbers, ...texts, ...dates, deep(40), { a: { b: [] } }, [], {}, false];
  const data = ['x', 'a.b', '__proto__', 'constructor.prototype', "'; drop table contacts"].map((key) => `data.${key}`);
  const fields = ['email', 'subscribed', 'createdAt', ...data, 'event.x', 'email.opened', `segment.${UNKNOWN}`, 'x'];
  const longFields = [`data.${long}`, `data.${'a.'.repeat(200_000)}b`, `event.${long}`, long];
  const pairs: [string, unknown][] = [
    ...fields.flatMap((field) => values.map((value): [string, unknown] => [field, value])),
    ...longFields.map((field): [string, unknown] => [field, 7]),
    ...['email', 'data.x', 'data.a.b'].flatMap((field): [string, unknown][] => [
      [field, long],
      [field, `2026-01-05${long}`],
    ]),
  ];

  it.each([
    'equals',
    'notEquals',
    'contains',
    'greaterThan',
    'within',
    'olderThan',
    'exists',
    'triggered',
    'triggeredWithin',
    'memberOfSegment',
  ])('%s with any field and value is answered 201 or 400, never 500', { timeout: 60_000 }, async (operator) => {
    const project = await aProject();
    await project.contact('one@example.com', { data: { x: 5, a: { b: 'text' }, 'a.b': ['list'], constructor: 'c' } });
    await project.contact('two@example.com', { data: { x: '2026-01-05T99:99', a: [1] } });
    const statuses = new Set<number>();
    for (const [field, value] of pairs) {
      const filters = [{ field, operator, value, unit: 'days' }];
      const answer = await create({ name: 'x', condition: { logic: 'AND', groups: [{ filters }] } }, project);
      statuses.add(answer.status);
    }
    expect([...statuses].filter((status) => status !== 201 && status !== 400)).toEqual([]);
  });

  it('200 filters with every kind of field still make one statement', async () => {
    const filters = Array.from({ length: 200 }, (_, i) => ({
      field: ['data.a.b.c.d', 'event.x', 'email.opened', 'createdAt'][i % 4],
      operator: ['notEquals', 'triggeredOlderThan', 'triggeredOlderThan', 'within'][i % 4],
      value: 7,
      unit: 'days',
    }));
    expect(
      (await create({ name: 'x', condition: { logic: 'OR', groups: filters.map((f) => ({ filters: [f] })) } })).status,
    ).toBe(201);
  });
});

describe('GET /segments', () => {
  it('answers a bare list, newest first', async () => {
    const project = await aProject();
    expect((await project.request('GET', '/segments')).body).toEqual([]);
    for (const name of ['First', 'Second', 'Third']) await create({ name, type: 'STATIC' }, project);
    const segments = await project.call(contract.listSegments, {});
    expect(segments.map(({ name }) => name)).toEqual(['Third', 'Second', 'First']);
  });
});

describe('PATCH /segments/:id', () => {
  it('changes what is given and nothing else, and counts again', async () => {
    const project = await aProject();
    await project.contact('pro@example.com', { data: { plan: 'pro' } });
    const { body: segment } = await create({ name: 'Free', description: 'd', condition: onPlan('free') }, project);
    expect(segment.memberCount).toBe(0);
    project.world.clock.advance(1000);
    const patch = (body: unknown) => project.request('PATCH', `/segments/${segment.id}`, { body });
    const { status, body } = await patch({ name: 'Pro', condition: onPlan('pro'), type: 'STATIC' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Pro',
      description: 'd',
      type: 'DYNAMIC',
      condition: onPlan('pro'),
      memberCount: 1,
    });
    expect(body.updatedAt > segment.updatedAt).toBe(true);
    expect((await patch({ description: null })).body).toMatchObject({ name: 'Pro', description: null, memberCount: 1 });
    expect((await patch({})).status).toBe(200);
  });

  it.each([
    ['a condition that is text', { condition: 'x' }, 'Condition must be an object'],
    ['a condition that is null', { condition: null }, 'Condition must be an object'],
    ['an empty name', { name: '' }, 'Name is required'],
    ['a long name', { name: 'x'.repeat(101) }, 'Name must be at most 100 characters'],
    ['trackMembership as text', { trackMembership: 'x' }, 'trackMembership must be a boolean'],
  ])('answers 400 with a bare error to %s', async (_, given, error) => {
    const { body: segment } = await create({ name: 'x', condition: onPlan('x') });
    const { status, body } = await acme.request('PATCH', `/segments/${segment.id}`, { body: given });
    expect([status, body]).toEqual([400, { error }]);
  });

  it('answers 400 in the envelope to a condition that means nothing, and keeps the old one', async () => {
    const { body: segment } = await create({ name: 'x', condition: onPlan('x') });
    const { status, body } = await acme.request('PATCH', `/segments/${segment.id}`, {
      body: { name: 'y', condition: where('email', 'within', 1) },
    });
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await acme.call(contract.getSegment, { params: { id: segment.id } })).toEqual(segment);
  });

  it('ignores a condition for a static segment', async () => {
    const { body: segment } = await create({ name: 'x', type: 'STATIC' });
    for (const condition of [onPlan('x'), null, 'text']) {
      const { status, body } = await acme.request('PATCH', `/segments/${segment.id}`, { body: { condition } });
      expect([status, body.condition]).toEqual([200, null]);
    }
  });
});

describe('segments that refer to segments', () => {
  const refer = (id: string, operator = 'memberOfSegment') => where(`segment.${id}`, operator);
  const condition = (id: string) => ({ body: { condition: refer(id) } });

  it('see the members of static and dynamic ones, through any number of steps', async () => {
    const project = await aProject();
    await project.contact('a@example.com', { data: { plan: 'pro' } });
    await project.contact('b@example.com', { data: { plan: 'free' } });
    await project.contact('c@example.com');
    const list = (await create({ name: 'List', type: 'STATIC' }, project)).body.id;
    await project.request('POST', `/segments/${list}/members`, { body: { emails: ['c@example.com'] } });
    const pro = (await create({ name: 'Pro', condition: onPlan('pro') }, project)).body.id;
    const notPro = (await create({ name: 'Not pro', condition: refer(pro, 'notMemberOfSegment') }, project)).body;
    expect(notPro.memberCount).toBe(2);
    const both = { logic: 'AND', groups: [refer(list).groups[0], refer(notPro.id).groups[0]] };
    expect((await create({ name: 'Both', condition: both }, project)).body.memberCount).toBe(1);
    expect((await create({ name: 'Upper', condition: refer(pro.toUpperCase()) }, project)).body.memberCount).toBe(1);
  });

  it('may not form a circle, of one or of several, tracked or not', async () => {
    const one = (await create({ name: 'One', condition: onPlan('x'), trackMembership: true })).body.id;
    const two = (await create({ name: 'Two', condition: refer(one) })).body.id;
    const three = (await create({ name: 'Three', condition: refer(two) })).body.id;
    for (const id of [one, two, three]) {
      const { status, body } = await acme.request('PATCH', `/segments/${one}`, condition(id));
      expect([status, body.error.message]).toEqual([400, 'Segments may not refer to each other in a circle']);
    }
    expect((await acme.request('PATCH', `/segments/${three}`, condition(one))).status).toBe(200);
  });

  it('may not form a circle by two edits at the same time', async () => {
    const [a, b] = await Promise.all(
      [1, 2].map(async () => (await create({ name: 'x', condition: onPlan('x') })).body.id),
    );
    const answers = await Promise.all([
      acme.request('PATCH', `/segments/${a}`, condition(b)),
      acme.request('PATCH', `/segments/${b}`, condition(a)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('of another project do not exist', async () => {
    const other = await aProject();
    const { body } = await create({ name: 'x', condition: onPlan('x') }, other);
    const answer = await create({ name: 'y', condition: refer(body.id) });
    expect([answer.status, answer.body.error.message]).toEqual([400, `Segment "${body.id}" does not exist`]);
  });

  it('may not grow beyond what one statement can hold', async () => {
    const many = (id: string) => ({ logic: 'OR', groups: Array.from({ length: 100 }, () => refer(id).groups[0]) });
    const first = (await create({ name: '1', condition: onPlan('x') })).body.id;
    const second = (await create({ name: '2', condition: many(first) })).body.id;
    const { status, body } = await create({ name: '3', condition: many(second) });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('at most 2000 filters')]);
  });

  it('keep the segment that they refer to from being deleted', async () => {
    const used = (await create({ name: 'Used', condition: onPlan('x') })).body.id;
    const user = (await create({ name: 'User', condition: refer(used) })).body.id;
    const { status, body } = await acme.request('DELETE', `/segments/${used}`);
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await acme.request('DELETE', `/segments/${user}`)).status).toBe(204);
    expect((await acme.request('DELETE', `/segments/${used}`)).status).toBe(204);
  });
});

describe('GET /segments/:id/contacts', () => {
  it('answers the contacts that match now, newest first, a page at a time', async () => {
    const project = await aProject();
    const { body: segment } = await create({ name: 'Pro', condition: onPlan('pro') }, project);
    for (const name of ['a', 'b', 'c']) {
      await project.contact(`${name}@example.com`, { data: { plan: 'pro' } });
      project.world.clock.advance(1000);
    }
    await project.contact('d@example.com', { data: { plan: 'free' } });
    const page = (query: string) => project.request('GET', `/segments/${segment.id}/contacts${query}`);
    const first = (await page('?pageSize=2')).body;
    expect(first).toMatchObject({ total: 3, page: 1, pageSize: 2, totalPages: 2 });
    expect(first.data.map(({ email }: { email: string }) => email)).toEqual(['c@example.com', 'b@example.com']);
    expect(first.data[0]).toEqual(
      expect.objectContaining({ data: { plan: 'pro' }, projectId: project.id, subscribed: true }),
    );
    expect((await page('?pageSize=2&page=2')).body.data).toHaveLength(1);
    expect((await page('?page=99')).body).toMatchObject({ data: [], total: 3, page: 99 });
  });

  it.each([
    ['', { page: 1, pageSize: 20 }],
    ['?page=0&pageSize=0', { page: 1, pageSize: 20 }],
    ['?page=-3&pageSize=-1', { page: 1, pageSize: 1 }],
    ['?page=x&pageSize=1000', { page: 1, pageSize: 100 }],
    ['?page=99999999999999999999&pageSize=100', { pageSize: 100 }],
  ])('takes the query "%s"', async (query, expected) => {
    const { body: segment } = await create({ name: 'x', condition: onPlan('x') });
    const { status, body } = await acme.request('GET', `/segments/${segment.id}/contacts${query}`);
    expect([status, body]).toEqual([200, expect.objectContaining({ ...expected, data: [], total: 0, totalPages: 0 })]);
  });
});

describe('members of a static segment', () => {
  const members = (project: TestProject, id: string, method: 'POST' | 'DELETE', body: unknown) =>
    project.request(method, `/segments/${id}/members`, { body });
  const listed = async (project: TestProject, id: string) => {
    const { data } = await project.call(contract.listSegmentContacts, { params: { id }, query: {} });
    return data.map(({ email }) => email);
  };

  it('are added by address, in any case, and told apart from those not found', async () => {
    const project = await aProject();
    const { body: list } = await create({ name: 'List', type: 'STATIC' }, project);
    await project.contact('ann@example.com');
    const { status, body } = await members(project, list.id, 'POST', {
      emails: ['Ann@Example.org', ' ANN@example.com', 'ann@example.com', 'nope'],
    });
    expect([status, body]).toEqual([200, { added: 1, created: 0, notFound: ['Ann@Example.org', 'nope'] }]);
    expect(await project.call(contract.getSegment, { params: { id: list.id } })).toMatchObject({ memberCount: 1 });
    expect((await members(project, list.id, 'POST', { emails: ['ann@example.com'] })).body.added).toBe(1);
    expect((await project.request('GET', '/events')).body.events).toEqual([]);
  });

  it('are created when asked, without an event; an existing one keeps its state', async () => {
    const project = await aProject();
    const { body: list } = await create({ name: 'List', type: 'STATIC' }, project);
    await project.contact('old@example.com', { subscribed: true });
    const emails = ['old@example.com', 'new@example.com', 'not an address'];
    const { body } = await members(project, list.id, 'POST', { emails, createMissing: true, subscribed: false });
    expect(body).toEqual({ added: 2, created: 1, notFound: ['not an address'] });
    const { body: contacts } = await project.request('GET', '/contacts?sort=email');
    expect(
      contacts.data.map(({ email, subscribed }: { email: string; subscribed: boolean }) => [email, subscribed]),
    ).toEqual([
      ['old@example.com', true],
      ['new@example.com', false],
    ]);
    expect(
      (await members(project, list.id, 'POST', { emails: ['x@example.com'], createMissing: true })).body.created,
    ).toBe(1);
    expect((await project.request('GET', '/contacts?search=x@example.com')).body.data[0].subscribed).toBe(true);
    expect((await project.request('GET', '/events')).body.events).toEqual([]);
  });

  it('are listed by the time they entered, last first; one that comes back enters again', async () => {
    const project = await aProject();
    const { body: list } = await create({ name: 'List', type: 'STATIC' }, project);
    for (const name of ['a', 'b', 'c']) {
      await members(project, list.id, 'POST', { emails: [`${name}@example.com`], createMissing: true });
      project.world.clock.advance(1000);
    }
    expect(await listed(project, list.id)).toEqual(['c@example.com', 'b@example.com', 'a@example.com']);
    expect((await members(project, list.id, 'DELETE', { emails: ['A@example.com', 'who@example.com'] })).body).toEqual({
      removed: 1,
    });
    expect((await members(project, list.id, 'DELETE', { emails: ['a@example.com'] })).body).toEqual({ removed: 0 });
    expect(await listed(project, list.id)).toEqual(['c@example.com', 'b@example.com']);
    expect(await project.call(contract.getSegment, { params: { id: list.id } })).toMatchObject({ memberCount: 2 });
    await members(project, list.id, 'POST', { emails: ['b@example.com', 'a@example.com'] });
    expect(await listed(project, list.id)).toEqual(['a@example.com', 'c@example.com', 'b@example.com']);
  });

  it('disappear with their contact', async () => {
    const project = await aProject();
    const { body: list } = await create({ name: 'List', type: 'STATIC' }, project);
    const contact = await project.contact('gone@example.com');
    await members(project, list.id, 'POST', { emails: ['gone@example.com'] });
    await project.request('DELETE', `/contacts/${contact.id}`);
    expect(await listed(project, list.id)).toEqual([]);
    expect((await project.request('POST', `/segments/${list.id}/refresh`)).body).toEqual({ memberCount: 0 });
  });

  it('may be 500 a call', async () => {
    const project = await aProject();
    const { body: list } = await create({ name: 'List', type: 'STATIC' }, project);
    const emails = Array.from({ length: 500 }, (_, i) => `m${i}@example.com`);
    expect((await members(project, list.id, 'POST', { emails, createMissing: true })).body).toMatchObject({
      added: 500,
      created: 500,
    });
    const tooMany = await members(project, list.id, 'POST', { emails: [...emails, 'x@example.com'] });
    expect([tooMany.status, tooMany.body]).toEqual([400, { error: 'emails must have at most 500 entries' }]);
  });

  it.each([undefined, {}, { emails: [] }, { emails: 'a@example.com' }, { emails: null }, []])(
    'answers 400 with a bare error to the body %j',
    async (body) => {
      const { body: list } = await create({ name: 'List', type: 'STATIC' });
      for (const method of ['POST', 'DELETE'] as const) {
        const answer = await members(acme, list.id, method, body);
        expect([answer.status, answer.body]).toEqual([400, { error: 'emails must be a non-empty array' }]);
      }
    },
  );

  it('cannot be changed by hand in a dynamic segment', async () => {
    const { body: segment } = await create({ name: 'x', condition: onPlan('x') });
    for (const method of ['POST', 'DELETE'] as const) {
      const { status, body } = await members(acme, segment.id, method, { emails: ['a@example.com'] });
      expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    }
  });
});

describe('POST /segments/:id/refresh', () => {
  it('counts again and records nothing', async () => {
    const project = await aProject();
    const { body: segment } = await create({ name: 'Pro', condition: onPlan('pro'), trackMembership: true }, project);
    await project.contact('pro@example.com', { data: { plan: 'pro' } });
    expect((await project.call(contract.getSegment, { params: { id: segment.id } })).memberCount).toBe(0);
    expect((await project.request('POST', `/segments/${segment.id}/refresh`)).body).toEqual({ memberCount: 1 });
    expect((await project.call(contract.getSegment, { params: { id: segment.id } })).memberCount).toBe(1);
    expect((await project.request('GET', '/events')).body.events).toEqual([]);
    expect((await project.request('POST', `/segments/${segment.id}/compute`)).body.added).toBe(1);
  });

  it('follows the clock', async () => {
    const project = await aProject();
    await project.track('a@example.com', 'paid');
    const condition = {
      logic: 'AND',
      groups: [{ filters: [{ field: 'event.paid', operator: 'triggeredWithin', value: 7, unit: 'days' }] }],
    };
    const { body: segment } = await create({ name: 'Recent', condition }, project);
    expect(segment.memberCount).toBe(1);
    project.world.clock.advance(days(7) + minutes(1));
    expect((await project.request('POST', `/segments/${segment.id}/refresh`)).body).toEqual({ memberCount: 0 });
  });
});

describe('another project’s segment', () => {
  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/contacts'],
    ['POST', '/members'],
    ['DELETE', '/members'],
    ['POST', '/compute'],
    ['POST', '/refresh'],
  ])('%s /segments/:id%s answers as an unknown one', async (method, path) => {
    const other = await aProject();
    const { body: theirs } = await create({ name: 'Theirs', type: 'STATIC', trackMembership: true }, other);
    const body = method === 'GET' ? undefined : { name: 'Stolen', emails: ['a@example.com'] };
    for (const id of [theirs.id, UNKNOWN, 'not-a-uuid']) {
      const answer = await acme.request(method, `/segments/${id}${path}`, { body });
      expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([
        404,
        'RESOURCE_NOT_FOUND',
        'Segment not found',
      ]);
    }
    expect(await other.call(contract.getSegment, { params: { id: theirs.id } })).toEqual(theirs);
  });
});
