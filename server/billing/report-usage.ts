import { sql } from 'kysely';
import Stripe from 'stripe';
import { utcDay } from '../delivery/email-counts.ts';
import { days } from '../platform/clock.ts';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import { type Billing, findBilling } from './stripe.ts';

/** A day counts as complete after this; a report that failed for so long is a matter for people. */
const LOOKED_BACK_MS = days(7);

interface Due {
  project_id: string;
  customer: string;
  day: string;
  reported: number;
  upTo: number;
}

/**
 * Sweep: tells Stripe's meter what each subscriber has used since the last time. What is about to be told is noted first,
 * and told under a name made of it: after a crash the same is told again, and Stripe counts one name once.
 */
export async function reportUsage(ctx: BaseCtx): Promise<void> {
  const billing = findBilling(ctx);
  const eventName = billing?.settings.meterEvent;
  if (!billing || !eventName) return;
  for (const due of await beginReports(ctx)) {
    try {
      await report(ctx, billing, eventName, due);
    } catch (error) {
      // A customer whom Stripe does not take must not keep the others from being reported; it is tried again next time.
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      ctx.log.error({ err: error, projectId: due.project_id, day: due.day }, 'usage could not be reported');
    }
  }
}

async function report(ctx: BaseCtx, { stripe }: Billing, eventName: string, due: Due): Promise<void> {
  await stripe.billing.meterEvents.create({
    event_name: eventName,
    identifier: `${due.project_id}-${due.day}-${due.upTo}`,
    timestamp: Math.floor(Math.min(ctx.clock.now().getTime(), Date.parse(`${due.day}T23:59:59Z`)) / 1000),
    payload: { stripe_customer_id: due.customer, value: String(due.upTo - due.reported) },
  });
  await ctx.db
    .updateTable('metering_reports')
    .set({ reported: due.upTo, pending: null })
    .where('project_id', '=', due.project_id)
    .where('day', '=', sql<Date>`${due.day}::date`)
    .where('pending', '=', due.upTo)
    .execute();
}

async function beginReports(ctx: BaseCtx): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with used as (
      select email_counts.project_id, email_counts.day, sum(metered)::bigint as metered
      from projects join email_counts on email_counts.project_id = projects.id
      where projects.subscription is not null and projects.customer is not null
        and email_counts.day >= ${firstDay(ctx)}::date
      group by 1, 2
    ), due as (
      insert into metering_reports (project_id, day, pending)
      select project_id, day, metered from used where metered > 0
      on conflict (project_id, day) do update
        set pending = coalesce(metering_reports.pending, excluded.pending)
        where metering_reports.pending is not null or metering_reports.reported < excluded.pending
      returning project_id, day, reported, pending
    )
    select due.project_id, projects.customer, due.day::text as day, due.reported, due.pending as "upTo"
    from due join projects on projects.id = due.project_id
    order by due.day, due.project_id
  `.execute(ctx.db);
  return rows;
}

/** What was sent before the subscription began is not billed. */
export async function meterFromNow(ctx: Ctx): Promise<void> {
  await sql`
    insert into metering_reports (project_id, day, reported)
    select project_id, day, sum(metered) from email_counts
    where project_id = ${ctx.projectId} and day >= ${firstDay(ctx)}::date
    group by project_id, day
    on conflict (project_id, day) do update set reported = excluded.reported, pending = null
  `.execute(ctx.db);
}

const firstDay = (ctx: BaseCtx): string => utcDay(new Date(ctx.clock.now().getTime() - LOOKED_BACK_MS));
