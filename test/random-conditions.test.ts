import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type Condition, type Filter, OPERATORS, OPERATORS_OF, type Operator, UNITS } from '../contract/condition.ts';
import { problemIn } from '../server/conditions/condition-problem.ts';
import { fieldOf } from '../server/conditions/fields.ts';
import { days, hours, minutes } from '../server/platform/clock.ts';
import { uuidV7 } from '../server/platform/uuid.ts';
import { computeMembership } from '../server/segments/compute-membership.ts';
import { createSegment } from '../server/segments/edit-segment.ts';
import { matchingContacts } from '../server/segments/matching-contacts.ts';
import { addMembers } from '../server/segments/members.ts';
import { matchesPlainly, type PlainContact, type PlainWorld } from './plain-conditions.ts';
import { aProject, type TestProject } from './world.ts';

const CONTACTS = 150;
const TREES_PER_RUN = 20;
const SECONDS = Number(process.env.SECONDS ?? 18);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);

const now = new Date('2026-01-15T12:00:00.000Z');
let acme: TestProject;
let contacts: PlainContact[];
let world: PlainWorld;

const dates = [
  '2026-01-05',
  '2026-01-05T00:00:00.000Z',
  '2026-01-05T23:59:59.999Z',
  '2026-01-05T23:30:00-05:00',
  '2026-01-06T13:30:00+14:00',
  '2026-01-06T10:00',
  '2026-01-14T12:00:00Z',
  '2026-02-31',
  '2024-02-29',
  '2030-01-01',
  '9999-12-31',
  '1000-01-01',
  '2026-01-05T25:00:00Z',
];
const texts = [
  '',
  'pro',
  'Pro',
  'PRO plan',
  'ÄPFEL',
  'äpfel',
  '100%',
  'a_b',
  'a\\b',
  "o'hara",
  '5',
  'true',
  '😀',
  'zebra',
  '2026',
  'null',
];
const numbers = [0, -1, 1, 5, 5.5, 1e21, -1e-7, 9007199254740991];
const scalars = [...dates, ...texts, ...numbers, true, false];
const objects = [[], {}, ['pro'], ['pro', 5], { b: 'pro' }, { b: 'pro', c: 1 }, [[1]], { c: null }, ['01-02-26']];
const values = [...scalars, ...objects];
const keys = ['plan', 'seen', 'score', 'a', 'a.b', 'weird key!', 'a.b.c'];
const names = ['signed_up', 'order.placed', 'email.open', "it's"];
const activities = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained'];

const value = fc.constantFrom(...values);
const data = fc.option(
  fc.dictionary(fc.constantFrom(...keys), fc.oneof(value, fc.record({ b: fc.oneof(value, fc.record({ c: value })) }))),
  { nil: null },
);
const amounts = [0, 1, 2, 7, 7.5, 30, 1e300];
const ages = [0, minutes(1), hours(1), hours(2), days(1), days(2), days(7), days(7) + 1, days(30), days(31)];
const time = fc.constantFrom(...ages.map((age) => new Date(now.getTime() - age)), new Date('2026-01-05T00:00:00Z'));

const plainContact: fc.Arbitrary<Omit<PlainContact, 'id' | 'email'>> = fc.record({
  subscribed: fc.boolean(),
  createdAt: time,
  updatedAt: time,
  data,
  events: fc.array(fc.record({ name: fc.constantFrom(...names), at: time }), { maxLength: 4 }),
  emails: fc.array(fc.dictionary(fc.constantFrom(...activities), time), { maxLength: 2 }),
});

beforeAll(async () => {
  acme = await aProject();
  acme.world.clock.set(now);
  const drawn = fc.sample(plainContact, { numRuns: CONTACTS, seed });
  contacts = drawn.map((contact, i) => ({ ...contact, id: uuidV7(now), email: emailOf(i) }));
  await store(acme, contacts);
  world = { now, segments: new Map() };
  await makeSegments();
});

const emailOf = (i: number): string => `${['ada', 'bob_x', 'c+c', 'dora'][i % 4]}${i}@example${i % 3}.com`;

async function store({ ctx, id: project_id }: TestProject, all: PlainContact[]): Promise<void> {
  const { db } = ctx;
  const rows = all.map(({ id, email, subscribed, data, createdAt, updatedAt }) => ({
    project_id,
    id,
    email,
    subscribed,
    data: data && JSON.stringify(data),
    created_at: createdAt,
    updated_at: updatedAt,
  }));
  await db
    .insertInto('contacts')
    .values(rows as never)
    .execute();
  const events = all.flatMap(({ id, events }) =>
    events.map(({ name, at }) => ({ project_id, id: uuidV7(at), contact_id: id, name, created_at: at })),
  );
  await db.insertInto('events').values(events).execute();
  const content_id = uuidV7(now);
  const content = { kind: 'MARKETING', subject: 's', body: 'b', from_email: 'a@b.co', tracked: true };
  await db
    .insertInto('email_contents')
    .values({ project_id, id: content_id, hash: Buffer.from('h'), ...content })
    .execute();
  const emails = all.flatMap(({ id, email, emails }) =>
    emails.map((times) => ({
      project_id,
      contact_id: id,
      content_id,
      to_email: email,
      source_type: 'CAMPAIGN',
      due_at: now,
      ...Object.fromEntries(activities.map((activity) => [`${activity}_at`, times[activity] ?? null])),
    })),
  );
  await db.insertInto('emails').values(emails).execute();
}

/** A static one, one that is put in place, one that refers to that, and one with stored membership. */
async function makeSegments(): Promise<void> {
  const fixed = await createSegment(acme.ctx, { name: 'Fixed', type: 'STATIC', trackMembership: false });
  const members = contacts.filter((_, i) => i % 3 === 0).map(({ email }) => email);
  await addMembers(acme.ctx, fixed.id, { emails: members, createMissing: false, subscribed: true });
  world.segments.set(fixed.id, ({ email }) => members.includes(email));
  const add = async (name: string, trackMembership: boolean, condition: Condition) => {
    const row = await createSegment(acme.ctx, { name, type: 'DYNAMIC', trackMembership, condition });
    if (trackMembership) await computeMembership(acme.ctx, row);
    world.segments.set(row.id, (contact) => matchesPlainly(world, condition, contact));
    return row.id;
  };
  const plan: Filter = { field: 'data.plan', operator: 'exists' };
  const inPlace = await add('In place', false, { logic: 'OR', groups: [{ filters: [plan] }] });
  const refers: Filter = { field: `segment.${inPlace}`, operator: 'notMemberOfSegment' };
  await add('Refers', false, { logic: 'AND', groups: [{ filters: [refers] }] });
  const signedUp: Filter = { field: 'event.signed_up', operator: 'triggered' };
  await add('Stored', true, { logic: 'AND', groups: [{ filters: [signedUp] }] });
}

const fieldNames = () => [
  'email',
  'subscribed',
  'createdAt',
  'updatedAt',
  ...keys.flatMap((key) => [`data.${key}`, `data.${key}`]),
  'data.a.b.c.d',
  'data.missing',
  ...names.map((name) => `event.${name}`),
  'signed_up',
  ...[...activities, 'open', 'click', 'bounce', 'delivery'].map((activity) => `email.${activity}`),
  ...[...world.segments.keys()].map((id) => `segment.${id}`),
];

/** Filters that mean something: the operators that the field has, values that the operator takes. */
const filter = (): fc.Arbitrary<Filter> =>
  fc
    .constantFrom(...fieldNames())
    .chain((field) => fc.record({ field: fc.constant(field), operator: fc.constantFrom(...operatorsOf(field)) }))
    .chain(({ field, operator }) =>
      fc.record({
        field: fc.constant(field),
        operator: fc.constant(operator),
        value: valueFor(field, operator),
        unit: fc.constantFrom(...UNITS),
      }),
    );

const operatorsOf = (field: string): Operator[] =>
  OPERATORS.filter((operator) => {
    const kind = fieldOf({ field, operator })?.kind;
    return kind !== undefined && OPERATORS_OF[kind].includes(operator);
  });

function valueFor(field: string, operator: Operator): fc.Arbitrary<unknown> {
  if (/within|older/i.test(operator)) return fc.constantFrom<unknown>(...amounts, '7');
  if (field === 'email')
    return fc.oneof(fc.constantFrom<unknown>('ADA', '_', '%', 5), fc.integer({ max: CONTACTS, min: 0 }).map(emailOf));
  if (field === 'subscribed') return fc.constantFrom<unknown>(true, false, 'true', 1);
  if (field.endsWith('At'))
    return fc.constantFrom(...dates.filter((date) => !date.includes('31') && !date.includes('25:')));
  return fc.constantFrom(...(/equals/i.test(operator) && !/than/i.test(operator) ? values : scalars));
}

const tree = (): fc.Arbitrary<Condition> => {
  const logic = fc.constantFrom<Condition['logic']>('AND', 'OR');
  const one = filter();
  const { condition } = fc.letrec<{ condition: Condition; group: Condition['groups'][number] }>((tie) => ({
    group: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({ filters: fc.array(one, { minLength: 1, maxLength: 3 }) }),
      fc.record({ filters: fc.array(one, { maxLength: 2 }), conditions: tie('condition') }),
    ),
    condition: fc.record({ logic, groups: fc.array(tie('group'), { minLength: 1, maxLength: 3 }) }),
  }));
  return condition.filter((root) => problemIn(root) === undefined);
};

it(`SQL and a plain evaluator agree on random conditions (SEED=${seed})`, { timeout: 90_000 }, async () => {
  let trees = 0;
  let hits = 0;
  const check = async (condition: Condition) => {
    const found = await (await matchingContacts(acme.ctx, condition))
      .select('contacts.email')
      .orderBy('contacts.id')
      .execute();
    const expected = contacts.filter((contact) => matchesPlainly(world, condition, contact));
    expect(found.map(({ email }) => email).sort()).toEqual(expected.map(({ email }) => email).sort());
    trees++;
    if (expected.length > 0 && expected.length < contacts.length) hits++;
  };
  const property = fc.asyncProperty(
    fc.array(tree(), { minLength: 1, maxLength: TREES_PER_RUN, size: 'max' }),
    async (all) => {
      await Promise.all(all.map(check));
    },
  );
  await fc.assert(property, {
    seed,
    numRuns: Number(process.env.RUNS ?? 400),
    interruptAfterTimeLimit: SECONDS * 1000,
    endOnFailure: false,
  });
  console.info(
    `${trees} conditions over ${CONTACTS} contacts agreed, ${hits} of them told contacts apart (SEED=${seed})`,
  );
  expect(hits).toBeGreaterThan(trees / 4);
});
