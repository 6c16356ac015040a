import { beforeAll, describe, expect, it } from 'vitest';
import type { Filter } from '../../contract/condition.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { days, hours } from '../platform/clock.ts';
import { uuidV7 } from '../platform/uuid.ts';
import { countMatching, matchingContacts } from '../segments/matching-contacts.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
let acme: TestProject;

const people: Record<string, Record<string, unknown> | null> = {
  ada: { plan: 'Pro', score: 10, vip: true, born: '2026-01-05', tags: ['x', 'y'], address: { city: 'Oslo' } },
  bob: {
    plan: 'free',
    score: 9.5,
    vip: false,
    born: '2026-01-05T23:59:59.999Z',
    'address.city': 'Bergen',
    address: { city: 'Oslo' },
  },
  cid: { plan: '100% off_er', score: '10', born: '2026-01-05T23:30:00-05:00', address: { city: null } },
  dan: { plan: 5, vip: 'true', born: '2026-02-31', address: 'Oslo' },
  eve: null,
};

beforeAll(async () => {
  acme = await aProject();
  acme.world.clock.set(now);
  const other = await aProject();
  for (const project of [acme, other]) await seed(project);
});

async function seed({ ctx, id: project_id }: TestProject): Promise<void> {
  const ids = Object.fromEntries(Object.keys(people).map((name) => [name, uuidV7(now)]));
  const created: Record<string, Date> = { ada: ago(days(1)), bob: ago(days(7)), cid: new Date('2026-01-05T00:00:00Z') };
  const contacts = Object.entries(people).map(([name, data]) => ({
    project_id,
    id: ids[name] as string,
    email: `${name}@example.com`,
    subscribed: name !== 'bob',
    data: data && JSON.stringify(data),
    created_at: created[name] ?? new Date('2026-01-05T23:59:59.999Z'),
    updated_at: now,
  }));
  await ctx.db
    .insertInto('contacts')
    .values(contacts as never)
    .execute();
  const happened = [
    { who: 'ada', name: 'paid', at: ago(days(7)) },
    { who: 'ada', name: 'paid', at: ago(days(40)) },
    { who: 'bob', name: 'paid', at: ago(days(7) + 1) },
    { who: 'cid', name: 'order.placed', at: ago(hours(1)) },
  ];
  const events = happened.map(({ who, name, at }) => ({
    project_id,
    id: uuidV7(at),
    name,
    contact_id: ids[who] as string,
    created_at: at,
  }));
  await ctx.db.insertInto('events').values(events).execute();
  const content = { project_id, id: uuidV7(now), hash: Buffer.from('h') };
  await ctx.db
    .insertInto('email_contents')
    .values({ ...content, kind: 'MARKETING', subject: 's', body: 'b', from_email: 'a@b.co', tracked: true })
    .execute();
  const email = { project_id, content_id: content.id, source_type: 'CAMPAIGN', due_at: now };
  await ctx.db
    .insertInto('emails')
    .values([
      {
        ...email,
        contact_id: ids.ada as string,
        to_email: 'ada@example.com',
        sent_at: ago(days(3)),
        opened_at: ago(days(2)),
        clicked_at: null,
      },
      {
        ...email,
        contact_id: ids.bob as string,
        to_email: 'bob@example.com',
        sent_at: ago(days(9)),
        opened_at: null,
        clicked_at: null,
      },
      {
        ...email,
        contact_id: ids.cid as string,
        to_email: 'cid@example.com',
        sent_at: null,
        opened_at: null,
        clicked_at: null,
      },
    ])
    .execute();
}

async function whoMatches(...filters: Filter[]): Promise<string> {
  const contacts = await matchingContacts(acme.ctx, { logic: 'AND', groups: [{ filters }] });
  const rows = await contacts.select('contacts.email').orderBy('contacts.email').execute();
  return rows.map(({ email }) => email.split('@')[0]).join(' ');
}

type Case = [field: string, operator: Filter['operator'], value: unknown, who: string, unit?: Filter['unit']];

const cases: Record<string, Case[]> = {
  'the address': [
    ['email', 'equals', 'ADA@Example.com', 'ada'],
    ['email', 'notEquals', 'ada@example.com', 'bob cid dan eve'],
    ['email', 'contains', 'D', 'ada cid dan'],
    ['email', 'contains', '_', ''],
    ['email', 'contains', '%', ''],
    ['email', 'notContains', 'a@', 'bob cid dan eve'],
    ['email', 'equals', 5, ''],
  ],
  'the subscription': [
    ['subscribed', 'equals', true, 'ada cid dan eve'],
    ['subscribed', 'equals', false, 'bob'],
    ['subscribed', 'equals', 'true', 'bob'],
    ['subscribed', 'notEquals', true, 'bob'],
    ['subscribed', 'notEquals', 'no', 'ada cid dan eve'],
  ],
  'the contact’s times': [
    ['createdAt', 'equals', '2026-01-05', 'cid dan eve'],
    ['createdAt', 'equals', '2026-01-05T18:00:00Z', 'cid dan eve'],
    ['createdAt', 'equals', '2026-01-05T22:00:00-05:00', ''],
    ['createdAt', 'notEquals', '2026-01-05', 'ada bob'],
    ['createdAt', 'greaterThan', '2026-01-05', 'ada bob dan eve'],
    ['createdAt', 'greaterThanOrEqual', '2026-01-05', 'ada bob cid dan eve'],
    ['createdAt', 'lessThan', '2026-01-05T23:59:59.999Z', 'cid'],
    ['createdAt', 'lessThanOrEqual', '2026-01-06T00:59:59.999+01:00', 'cid dan eve'],
    ['createdAt', 'within', 7, 'ada bob', 'days'],
    ['createdAt', 'within', 167, 'ada', 'hours'],
    ['createdAt', 'olderThan', 7, 'cid dan eve', 'days'],
    ['updatedAt', 'within', 0, 'ada bob cid dan eve', 'minutes'],
    ['updatedAt', 'olderThan', 0, '', 'minutes'],
    ['createdAt', 'within', 1e300, 'ada bob cid dan eve', 'days'],
    ['createdAt', 'olderThan', 1e300, '', 'days'],
  ],
  'equality of data': [
    ['data.plan', 'equals', 'Pro', 'ada'],
    ['data.plan', 'equals', 'pro', ''],
    ['data.plan', 'equals', 5, 'dan'],
    ['data.plan', 'equals', '5', ''],
    ['data.score', 'equals', 10, 'ada'],
    ['data.score', 'equals', '10', 'cid'],
    ['data.vip', 'equals', true, 'ada'],
    ['data.vip', 'equals', 'true', 'dan'],
    ['data.tags', 'equals', ['x', 'y'], 'ada'],
    ['data.tags', 'equals', ['x'], ''],
    ['data.tags', 'equals', 'x', ''],
    ['data.address', 'equals', { city: 'Oslo' }, 'ada bob'],
    ['data.address', 'equals', {}, ''],
    ['data.plan', 'notEquals', 'Pro', 'bob cid dan'],
    ['data.vip', 'notEquals', true, 'bob dan'],
    ['data.tags', 'notEquals', ['x'], 'ada'],
  ],
  'days in data': [
    ['data.born', 'equals', '2026-01-05', 'ada bob'],
    ['data.born', 'equals', '2026-01-06T12:00:00Z', 'cid'],
    ['data.born', 'equals', '2026-02-31', 'dan'],
    ['data.born', 'notEquals', '2026-01-05', 'cid dan'],
    ['data.born', 'greaterThan', '2026-01-05', 'bob cid'],
    ['data.born', 'lessThanOrEqual', '2026-01-05', 'ada'],
    ['data.born', 'within', 64, 'bob cid', 'days'],
    ['data.born', 'olderThan', 64, 'ada', 'days'],
    ['data.score', 'within', 64, '', 'days'],
  ],
  'nested data': [
    ['data.address.city', 'equals', 'Oslo', 'ada'],
    ['data.address.city', 'equals', 'Bergen', 'bob'],
    ['data.address.city', 'exists', undefined, 'ada bob'],
    ['data.address.city', 'notExists', undefined, 'cid dan eve'],
    ['data.tags.0', 'exists', undefined, ''],
  ],
  'text in data': [
    ['data.plan', 'contains', 'R', 'ada bob cid'],
    ['data.plan', 'contains', '0%', 'cid'],
    ['data.plan', 'contains', '%', 'cid'],
    ['data.plan', 'contains', 'f_', 'cid'],
    ['data.plan', 'contains', '', 'ada bob cid'],
    ['data.plan', 'notContains', 'pro', 'bob cid dan'],
    ['data.tags', 'contains', 'x', ''],
  ],
  'order of data': [
    ['data.score', 'greaterThan', 9.5, 'ada'],
    ['data.score', 'greaterThanOrEqual', 9.5, 'ada bob'],
    ['data.score', 'lessThan', 10, 'bob'],
    ['data.score', 'lessThan', '2', 'cid'],
    ['data.score', 'lessThanOrEqual', '10', 'cid'],
    ['data.plan', 'greaterThan', 'Z', 'bob'],
    ['data.plan', 'lessThan', 'Z', 'ada cid'],
  ],
  'presence of data': [
    ['data.vip', 'exists', undefined, 'ada bob dan'],
    ['data.vip', 'notExists', undefined, 'cid eve'],
    ['data.nobody', 'notExists', undefined, 'ada bob cid dan eve'],
  ],
  events: [
    ['event.paid', 'triggered', undefined, 'ada bob'],
    ['event.paid', 'notTriggered', undefined, 'cid dan eve'],
    ['event.paid', 'triggeredWithin', 7, 'ada', 'days'],
    ['event.paid', 'triggeredOlderThan', 7, 'bob', 'days'],
    ['event.paid', 'notTriggeredWithin', 7, 'bob cid dan eve', 'days'],
    ['event.order.placed', 'triggeredWithin', 60, 'cid', 'minutes'],
    ['order.placed', 'triggered', undefined, 'cid'],
    ['paid', 'triggeredWithin', '7', 'ada', 'days'],
    ['event.Paid', 'triggered', undefined, ''],
  ],
  'email activity': [
    ['email.sent', 'triggered', undefined, 'ada bob'],
    ['email.sent', 'triggeredWithin', 7, 'ada', 'days'],
    ['email.sent', 'triggeredOlderThan', 7, 'bob', 'days'],
    ['email.opened', 'triggered', undefined, 'ada'],
    ['email.open', 'notTriggered', undefined, 'bob cid dan eve'],
    ['email.opened', 'notTriggeredWithin', 1, 'ada bob cid dan eve', 'days'],
    ['email.click', 'triggered', undefined, ''],
  ],
};

for (const [what, table] of Object.entries(cases)) {
  describe(what, () => {
    it.each(table)('%s %s %j matches: %s', async (field, operator, value, who, unit) => {
      expect(await whoMatches({ field, operator, value, unit })).toBe(who);
    });
  });
}

describe('the tree', () => {
  const ada: Filter = { field: 'email', operator: 'equals', value: 'ada@example.com' };
  const bob: Filter = { field: 'email', operator: 'equals', value: 'bob@example.com' };

  it('joins the filters of a group by AND and the groups by its logic', async () => {
    const groups = [{ filters: [ada] }, { filters: [bob] }];
    expect(await countMatching(acme.ctx, { logic: 'OR', groups })).toBe(2);
    expect(await countMatching(acme.ctx, { logic: 'AND', groups })).toBe(0);
    expect(await whoMatches(ada, bob)).toBe('');
  });

  it('joins a nested tree to the filters of its group by AND, whatever its own logic', async () => {
    const conditions = { logic: 'OR' as const, groups: [{ filters: [ada] }, { filters: [bob] }] };
    const subscribed: Filter = { field: 'subscribed', operator: 'equals', value: true };
    expect(await countMatching(acme.ctx, { logic: 'AND', groups: [{ filters: [subscribed], conditions }] })).toBe(1);
  });

  it('never means everyone by being empty', async () => {
    await expect(countMatching(acme.ctx, { logic: 'AND', groups: [] })).rejects.toThrow('empty');
    await expect(countMatching(acme.ctx, { logic: 'AND', groups: [{ filters: [] }] })).rejects.toThrow('empty');
  });

  it('asks about one contact with the same code', async () => {
    const contacts = await matchingContacts(acme.ctx, {
      logic: 'OR',
      groups: [{ filters: [ada] }, { filters: [bob] }],
    });
    const one = await contacts.select('contacts.id').where('contacts.email', '=', 'bob@example.com').execute();
    expect(one).toHaveLength(1);
  });
});
