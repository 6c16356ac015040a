import { sql } from 'kysely';
import type { BulkOperation, BulkResult } from '../../contract/contact-tools.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { enqueue } from '../platform/jobs/job.ts';
import { isUuid } from '../platform/uuid.ts';
import { completeJob, createJob, getJob, runContactJob, takeStep } from './contact-job.ts';
import { deleteContacts } from './delete-contact.ts';
import { bulkChangeAsked } from './jobs.ts';
import { setSubscription } from './set-subscription.ts';

const CHUNK_IDS = 100;

/** An id that is given twice is one wish. */
export async function queueBulkChange(ctx: Ctx, operation: BulkOperation, given: string[]) {
  const contactIds = [...new Set(given.map((id) => (isUuid(id) ? id.toLowerCase() : id)))];
  const result: BulkResult = {
    operation,
    totalRequested: contactIds.length,
    successCount: 0,
    unchangedCount: 0,
    failureCount: 0,
    errors: [],
  };
  const jobId = await transaction(ctx, async (ctx) => {
    const jobId = await createJob(ctx, 'bulk', { data: { operation }, result, contactIds });
    await enqueue(ctx, bulkChangeAsked, { jobId });
    return jobId;
  });
  return { message: `Bulk ${operation} queued successfully`, jobId, status: 'queued' as const };
}

export const getBulkJob = (ctx: Ctx, id: string) =>
  getJob<{ projectId: string; operation: BulkOperation }, BulkResult>(ctx, 'bulk', id);

export function changeInBulk(ctx: Ctx, { jobId }: { jobId: string }): Promise<void> {
  return runContactJob(ctx, jobId, async ({ contact_ids, done }) => {
    const ids = contact_ids ?? [];
    for (let from = done; from < ids.length; from += CHUNK_IDS) {
      const chunk = ids.slice(from, from + CHUNK_IDS);
      const to = from + chunk.length;
      const isOurs = await takeStep<BulkResult>(ctx, jobId, {
        from,
        to,
        progress: Math.floor((99 * to) / ids.length),
        effect: (ctx, before) => changeChunk(ctx, before, chunk),
      });
      if (!isOurs) return;
    }
    await completeJob(ctx, jobId);
  });
}

async function changeChunk(ctx: Ctx, before: BulkResult, ids: string[]): Promise<BulkResult> {
  const existing = await existingOf(ctx, ids);
  const changed = await change(ctx, before.operation, existing);
  const missing = ids.filter((id) => !existing.includes(id));
  return {
    ...before,
    successCount: before.successCount + changed.length,
    unchangedCount: before.unchangedCount + existing.length - changed.length,
    failureCount: before.failureCount + missing.length,
    errors: [...before.errors, ...missing.map((contactId) => ({ contactId, email: null, error: 'Contact not found' }))],
  };
}

function change(ctx: Ctx, operation: BulkOperation, ids: string[]): Promise<string[]> {
  if (operation === 'delete') return deleteContacts(ctx, ids);
  return setSubscription(
    ctx,
    ids.map((contactId) => ({ contactId })),
    operation === 'subscribe',
  );
}

/** Locked in the order of their ids, as every batch does: nobody deletes or changes them before we have. */
async function existingOf(ctx: Ctx, ids: string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('contacts')
    .select('id')
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', sql<string>`any(${ids.filter(isUuid)}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
