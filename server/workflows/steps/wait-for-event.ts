import { sql } from 'kysely';
import { isOfPerson } from '../../events/record-events.ts';
import { seconds } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Outcome, RunStep, Traveller } from './step.ts';

export const runWaitForEvent: RunStep<'WAIT_FOR_EVENT'> = async (ctx, { setting, travellers }) => {
  const { eventName, timeout } = setting.config;
  const until = timeout ? new Date(ctx.clock.now().getTime() + seconds(timeout)) : null;
  const early = await earlyEvents(ctx, eventName, travellers);
  return travellers.map((traveller) => {
    const event = early.get(traveller.id);
    return event ? received(traveller, { name: eventName, ...event }) : { kind: 'wait', forEvent: eventName, until };
  });
};

interface ReceivedEvent {
  name: string;
  data: unknown;
  at: Date;
}

/** The data of the event join the context: later steps can use them. */
export function received(
  { context }: Pick<Traveller, 'context'>,
  { name, data, at }: ReceivedEvent,
): Extract<Outcome, { kind: 'received' }> {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return {
    kind: 'received',
    at,
    context: isObject ? { ...context, ...data } : context,
    output: {
      eventName: name,
      ...(data === null ? {} : { eventData: data }),
      receivedAt: at.toISOString(),
      waitOutcome: 'EVENT',
      eventReceived: true,
    },
  };
}

export const timedOut = (eventName: string) => ({ timedOut: true, eventName, waitOutcome: 'TIMEOUT' });

/** Events that came when the execution was due here, and we had not got round to it. */
async function earlyEvents(ctx: Ctx, name: string, travellers: Traveller[]) {
  const wanted = travellers.map(({ id, contact, since }) => ({ id, contact_id: contact.id, since }));
  const { rows } = await sql<{ id: string; data: unknown; at: Date }>`/* prepared */
    select wanted.id, early.data, early.created_at as at
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (id uuid, contact_id uuid, since timestamptz)
    cross join lateral (
      select data, created_at from events
      where project_id = ${ctx.projectId} and contact_id = wanted.contact_id and name = ${name}
        and created_at > wanted.since and ${isOfPerson}
      order by created_at limit 1
    ) early
  `.execute(ctx.db);
  return new Map(rows.map(({ id, data, at }) => [id, { data, at }]));
}
