import { sql } from 'kysely';
import type { BaseCtx } from '../context.ts';
import type { Measure } from '../metrics/registry.ts';

/** Counted so far and no further. */
const MOST = 10_000;

interface Waiting {
  name: string;
  waiting: number;
  lag: number;
}

const readWaiting = async (ctx: BaseCtx): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select queue.name, due.waiting, due.lag
    from pgboss.queue
    cross join lateral (
      select count(*) as waiting, coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as lag
      from (
        select start_after from pgboss.job
        where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on
        limit ${MOST}
      ) job
    ) due
  `.execute(ctx.db);
  return rows;
};

export const jobMeasures = (ctx: BaseCtx): Measure[] => [
  {
    name: 'posthorn_jobs_waiting',
    help: `Jobs that are due and not begun, by queue; counted up to ${MOST}`,
    labels: ['queue'],
    read: async () =>
      (await readWaiting(ctx)).map(({ name, waiting }) => ({ labels: { queue: name }, value: waiting })),
  },
  {
    name: 'posthorn_job_lag_seconds',
    help: 'How long the oldest job that is due has waited, by queue',
    labels: ['queue'],
    read: async () => (await readWaiting(ctx)).map(({ name, lag }) => ({ labels: { queue: name }, value: lag })),
  },
];
