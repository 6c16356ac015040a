import { type RawBuilder, sql } from 'kysely';
import type { Condition, Filter } from '../../contract/condition.ts';
import { days } from '../../server/platform/clock.ts';
import type { Ctx } from '../../server/platform/context.ts';
import { firstUuidV7 } from '../../server/platform/uuid.ts';

const filter = (field: string, operator: Filter['operator'], value?: unknown, unit?: Filter['unit']): Filter => ({
  field,
  operator,
  value,
  unit,
});
export const all = (...filters: Filter[]): Condition => ({ logic: 'AND', groups: [{ filters }] });

export const isPro = filter('data.plan', 'equals', 'pro');
export const hasBought = filter('event.purchase', 'triggeredWithin', 30, 'days');
export const nested: Condition = {
  logic: 'AND',
  groups: [
    { filters: [filter('subscribed', 'equals', true), filter('event.export', 'notTriggered')] },
    {
      filters: [],
      conditions: {
        logic: 'OR',
        groups: [
          { filters: [filter('data.plan', 'equals', 'team')] },
          { filters: [hasBought, filter('data.country', 'equals', 'de')] },
        ],
      },
    },
  ],
};

const monthAgo = (): Date => new Date(Date.now() - days(30));

/** What a count may take, beside the bare SQL. */
const MAX_COUNT_RATIO = 2;

interface Question {
  name: string;
  condition: Condition;
  /** The same as a person would write it who knows the tables and what is in them. */
  bare: RawBuilder<unknown>;
  /** Missing: told, not demanded. */
  atMost?: number;
}

/** The ids of events are made of their time. */
export const recentPurchases = ({ projectId }: Ctx) =>
  sql`events where project_id = ${projectId} and name = 'purchase' and id >= ${firstUuidV7(monthAgo())}`;

/** `nested` as a person would write it, over the contacts of a project. */
export const bareNested = (ctx: Ctx) => sql`subscribed
  and not exists (select from events where contact_id = contacts.id and project_id = ${ctx.projectId} and name = 'export')
  and (data @> '{"plan": "team"}' or data @> '{"country": "de"}' and id in (select contact_id from ${recentPurchases(ctx)}))`;

export function questions(ctx: Ctx): Question[] {
  const contacts = sql`from contacts where project_id = ${ctx.projectId}`;
  const month = monthAgo().toISOString();
  return [
    {
      name: 'data equality',
      condition: all(isPro),
      bare: sql`select count(*) ${contacts} and data @> '{"plan": "pro"}'`,
      atMost: MAX_COUNT_RATIO,
    },
    {
      name: 'data equality, rare',
      condition: all(filter('data.address.city', 'equals', 'city77')),
      bare: sql`select count(*) ${contacts} and data @> '{"address": {"city": "city77"}}'`,
      atMost: MAX_COUNT_RATIO,
    },
    {
      name: 'event within days',
      condition: all(hasBought),
      // Does not look at contacts at all, which is most of the work; told, not demanded.
      bare: sql`select count(distinct contact_id) from ${recentPurchases(ctx)}`,
    },
    {
      name: 'event within days, joined',
      condition: all(hasBought),
      bare: sql`select count(*) ${contacts} and id in (select contact_id from ${recentPurchases(ctx)})`,
      atMost: MAX_COUNT_RATIO,
    },
    {
      name: 'nested',
      condition: nested,
      bare: sql`select count(*) ${contacts} and ${bareNested(ctx)}`,
      atMost: MAX_COUNT_RATIO,
    },
    {
      name: 'date in data, within days',
      condition: all(filter('data.lastSeen', 'within', 30, 'days')),
      bare: sql`select count(*) ${contacts} and data ->> 'lastSeen' >= ${month}`,
    },
    {
      name: 'date in data, older',
      condition: all(filter('data.lastSeen', 'olderThan', 30, 'days')),
      bare: sql`select count(*) ${contacts} and data ->> 'lastSeen' < ${month}`,
    },
    {
      name: 'text in data',
      condition: all(filter('data.firstName', 'contains', 'FIRST12')),
      bare: sql`select count(*) ${contacts} and data ->> 'firstName' ilike '%first12%'`,
    },
    {
      name: 'number in data',
      condition: all(filter('data.score', 'greaterThan', 90)),
      bare: sql`select count(*) ${contacts} and (data ->> 'score')::int > 90`,
    },
  ];
}
