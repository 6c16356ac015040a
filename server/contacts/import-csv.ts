import type { z } from 'zod';
import type { ImportResult, importJob, RowError } from '../../contract/contact-tools.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { enqueue } from '../platform/jobs/job.ts';
import { type CsvRecord, csvRecords } from '../platform/read-csv.ts';
import { completeJob, createJob, failJob, getJob, runContactJob, takeStep } from './contact-job.ts';
import { type Columns, isRowError, planColumns, readRow } from './import-rows.ts';
import { importUploaded } from './jobs.ts';
import { type ContactUpsert, upsertContacts } from './upsert-contacts.ts';

const CHUNK_ROWS = 1000;
const MAX_ERRORS = 1000;
const MAX_FILENAME = 255;

const NOTHING_YET: ImportResult = {
  totalRows: 0,
  successCount: 0,
  createdCount: 0,
  updatedCount: 0,
  failureCount: 0,
  errors: [],
};

export async function queueImport(ctx: Ctx, file: File) {
  const content = await file.bytes();
  const filename = file.name.replaceAll('\0', '').slice(0, MAX_FILENAME).toWellFormed();
  const jobId = await transaction(ctx, async (ctx) => {
    const jobId = await createJob(ctx, 'import', { data: { filename }, result: NOTHING_YET, content });
    await enqueue(ctx, importUploaded, { jobId });
    return jobId;
  });
  return { message: 'Import queued successfully', jobId, status: 'queued' as const };
}

/** The counts stand beside the result too, under the names that the older documentation gives them. */
export async function getImportJob(ctx: Ctx, id: string): Promise<z.infer<typeof importJob>> {
  const job = await getJob<{ projectId: string; filename: string }, ImportResult>(ctx, 'import', id);
  if (!job.result) return job;
  const { totalRows, createdCount, updatedCount, failureCount, errors } = job.result;
  return { ...job, totalRows, imported: createdCount, updated: updatedCount, skipped: failureCount, errors };
}

export function importCsv(ctx: Ctx, { jobId }: { jobId: string }): Promise<void> {
  return runContactJob(ctx, jobId, async ({ content, done }) => {
    const text = textOf(content);
    if (text === undefined) return failJob(ctx, jobId, 'The file is not text in UTF-8: save it as "CSV UTF-8"');
    const records = csvRecords(text);
    const header = records.next().value;
    if (!header) return failJob(ctx, jobId, 'The CSV file is empty');
    const columns = planColumns(header.cells);
    if (!columns) return failJob(ctx, jobId, 'The CSV file needs an "email" column in its header row');
    let from = skip(records, done);
    for (const chunk of chunksOf(records)) {
      const progress = Math.floor((99 * (chunk.at(-1)?.end ?? 0)) / text.length);
      const step = { from, to: from + chunk.length, progress };
      if (!(await importChunk(ctx, jobId, { columns, chunk, step }))) return;
      from = step.to;
    }
    await completeJob(ctx, jobId);
  });
}

/** undefined: not UTF-8. NUL is in no text, but in every file of UTF-16. */
function textOf(content: Uint8Array | null): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content ?? undefined);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function skip(records: Iterator<CsvRecord>, count: number): number {
  for (let skipped = 0; skipped < count; skipped++) records.next();
  return count;
}

function* chunksOf(records: Iterable<CsvRecord>): Generator<CsvRecord[]> {
  let chunk: CsvRecord[] = [];
  for (const record of records) {
    chunk.push(record);
    if (chunk.length < CHUNK_ROWS) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

interface Chunk {
  columns: Columns;
  chunk: CsvRecord[];
  step: { from: number; to: number; progress: number };
}

function importChunk(ctx: Ctx, jobId: string, { columns, chunk, step }: Chunk): Promise<boolean> {
  const rows = chunk.map((record) => readRow(columns, record));
  const errors = rows.filter(isRowError);
  const upserts = rows.filter((row): row is ContactUpsert => !isRowError(row));
  return takeStep<ImportResult>(ctx, jobId, {
    ...step,
    effect: async (ctx, before) => {
      const contacts = await upsertContacts(ctx, upserts, { subscribedByDefault: true });
      const created = contacts.filter(({ isNew }) => isNew).length;
      return tally(before, { created, updated: contacts.length - created, errors });
    },
  });
}

function tally(before: ImportResult, { created, updated, errors }: Counted): ImportResult {
  return {
    totalRows: before.totalRows + created + updated + errors.length,
    successCount: before.successCount + created + updated,
    createdCount: before.createdCount + created,
    updatedCount: before.updatedCount + updated,
    failureCount: before.failureCount + errors.length,
    errors: [...before.errors, ...errors].slice(0, MAX_ERRORS),
  };
}

interface Counted {
  created: number;
  updated: number;
  errors: RowError[];
}
