import { sql } from 'kysely';
import { Counter } from 'prom-client';
import type { BaseCtx } from '../platform/context.ts';
import { type Measure, processMetrics } from '../platform/metrics/registry.ts';
import { isQueueOpen, queueHeads } from './queue-heads.ts';

const sends = new Counter({
  name: 'posthorn_email_outcomes_total',
  help: 'Tries that this process has recorded, by what came of them; QUEUED: to be tried again',
  labelNames: ['outcome'],
  registers: [processMetrics],
});

export function countOutcomes(outcomes: string[]): void {
  for (const outcome of outcomes) sends.inc({ outcome });
}

/** Counted so far and no further: a queue of millions must not cost a scan at each scrape. */
const MOST = 50_000;
const MOST_LANES = 1000;
const PRIORITY = ['transactional', 'workflow', 'campaign'];

export const queueMeasures = (ctx: BaseCtx): Measure[] => [
  {
    name: 'posthorn_emails_queued',
    help: `Emails in the queue by priority, paused ones included; counted up to ${MOST} each`,
    labels: ['priority'],
    read: async () => {
      const { rows } = await sql<{ priority: number; queued: number }>`
        select priority, (select count(*) from (
          select from emails where status = 'QUEUED' and emails.priority = level.priority limit ${MOST}) counted) as queued
        from (values (0), (1), (2)) level (priority)
      `.execute(ctx.db);
      return rows.map(({ priority, queued }) => ({
        labels: { priority: PRIORITY[priority] as string },
        value: queued,
      }));
    },
  },
  {
    name: 'posthorn_oldest_queued_email_seconds',
    help: 'How long the email that has waited longest has been due; 0: nothing waits',
    labels: [],
    read: async () => [{ labels: {}, value: await readOldestAge(ctx) }],
  },
];

/** What is held on purpose does not count as late. */
async function readOldestAge(ctx: BaseCtx): Promise<number> {
  const { rows } = await sql<{ age: number | null }>`
    with recursive ${queueHeads}
    select extract(epoch from ${ctx.clock.now()}::timestamptz - min(queues.due_at))::float8 as age
    from (select * from queues limit ${MOST_LANES}) queues
    join projects on projects.id = queues.project_id
    where ${isQueueOpen}
  `.execute(ctx.db);
  return Math.max(0, rows[0]?.age ?? 0);
}
