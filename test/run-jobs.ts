import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { type JobData, runJob } from '../server/platform/jobs/runner.ts';
import { bindings } from '../server/worker.ts';
import type { World } from './world.ts';

/** Does what the worker would do now: every waiting job, and those that they enqueue. */
export async function runJobs(world: World): Promise<void> {
  const boss = world.ctx.jobs as PgBoss;
  for (let ran = true; ran; ) {
    ran = false;
    for (const binding of bindings) {
      const jobs = await boss.fetch<JobData>(binding.name, { batchSize: 100, includeMetadata: true });
      for (const job of jobs) {
        await runJob(world.ctx, boss, binding, job as JobWithMetadata<JobData>);
        await boss.complete(binding.name, job.id);
      }
      ran ||= jobs.length > 0;
    }
  }
}
