import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { MAX_IMPORT_BYTES } from '../contract/contact-tools.ts';
import { getImportJob, importCsv, queueImport } from '../server/contacts/import-csv.ts';
import type { BaseCtx, Ctx } from '../server/platform/context.ts';
import { createQueues } from '../server/platform/jobs/runner.ts';
import { createProject } from '../server/projects/project.ts';
import { verdict } from './tools/report.ts';
import { collect } from './tools/rows.ts';
import { scratchContext } from './tools/scratch-context.ts';

/**
 * A CSV file as large as an import may be, through the handler of its job (parsing, typing, merging, progress), beside
 * what the database needs at least: COPY of the same rows into a table without an index, and one insert … select of
 * them into contacts, which has five. Same run, same machine, durable settings.
 */
const ROWS = Number(process.argv[2] ?? 100_000);
const MAX_RATIO = 3;
const MAX_MEMORY_MB = 300;

const row = (i: number): string => `person${i}@mail${i % 50}.test,Name ${i},${i % 90},${i % 3 === 0}\r\n`;
const csv = `email,name,age,vip\r\n${Array.from({ length: ROWS }, (_, i) => row(i)).join('')}`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Read by the server itself, which is the fastest way in: no client, no protocol. */
async function copyRows({ db }: BaseCtx): Promise<number> {
  // Beside the data directory, not in it: the server may run as another user and must be able to read it.
  const file = join(tmpdir(), `posthorn-import-${process.pid}.csv`);
  await writeFile(file, csv, { mode: 0o644 });
  await sql`create table plain (email text, name text, age int, vip boolean)`.execute(db);
  try {
    return await timed(() => sql`copy plain from ${sql.lit(file)} with (format csv, header)`.execute(db));
  } finally {
    await rm(file);
  }
}

const insertRows = (ctx: Ctx): Promise<number> =>
  timed(() =>
    sql`
      insert into contacts (project_id, email, data)
      select ${ctx.projectId}, email, jsonb_build_object('name', name, 'age', age, 'vip', vip) from plain
    `.execute(ctx.db),
  );

async function importRows(ctx: Ctx): Promise<number> {
  const { jobId } = await queueImport(ctx, new File([csv], 'contacts.csv', { type: 'text/csv' }));
  const seconds = await timed(() => importCsv(ctx, { jobId }));
  const { state, result, failedReason } = await getImportJob(ctx, jobId);
  if (result?.successCount !== ROWS) throw new Error(`the import ended as ${state}: ${failedReason}`);
  return seconds;
}

/** In megabytes: what the process had at its worst moment, and how much more that is than at the start. */
function watchMemory(): () => { peak: number; growth: number } {
  const start = process.memoryUsage.rss();
  let peak = start;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  return () => {
    clearInterval(timer);
    return { peak: peak / 1024 ** 2, growth: (peak - start) / 1024 ** 2 };
  };
}

const show = (label: string, seconds: number): void => {
  const rate = Math.round(ROWS / seconds).toLocaleString('en');
  console.log(`${label.padEnd(42)}${seconds.toFixed(2).padStart(8)} s${`${rate} rows/s`.padStart(18)}`);
};

const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-bench-'));
const scratch = await scratchContext(dataDir);
const boss = new PgBoss({ connectionString: scratch.connectionString, supervise: false, schedule: false });
try {
  await boss.start();
  await createQueues(boss, []);
  const ctx = { ...scratch.ctx, jobs: boss };
  const inProject = async (): Promise<Ctx> => ({ ...ctx, projectId: (await createProject(ctx, { name: 'Bench' })).id });
  console.log(`${ROWS.toLocaleString('en')} rows, ${(csv.length / 1024 ** 2).toFixed(1)} MB of CSV`);
  if (csv.length > MAX_IMPORT_BYTES) console.log('(more than an upload may have)');

  const copy = await copyRows(ctx);
  const insert = await insertRows(await inProject());
  const project = await inProject();
  const memorySoFar = watchMemory();
  const first = await importRows(project);
  const again = await importRows(project);
  const { peak, growth } = memorySoFar();

  show('COPY into a table without index', copy);
  show('insert … select into contacts', insert);
  show('import, everyone new', first);
  show('import of the same file again', again);
  const ratio = first / insert;
  collect({
    what: 'Import of a CSV file',
    ours: ROWS / first,
    unit: 'rows/s',
    beside: { name: 'bare insert … select', value: ROWS / insert },
    memoryMegabytes: process.memoryUsage.rss() / 1024 ** 2,
  });
  console.log(`an import takes ${(first / copy).toFixed(0)} times as long as COPY`);
  verdict(`an import takes ${ratio.toFixed(1)} times the bare insert (at most ${MAX_RATIO})`, ratio <= MAX_RATIO);
  verdict(
    `memory of this process stayed below ${Math.ceil(peak)} MB (at most ${MAX_MEMORY_MB}), ${Math.round(growth)} MB more than before`,
    peak <= MAX_MEMORY_MB,
  );
} finally {
  await boss.stop({ graceful: false });
  await scratch.close();
  await rm(dataDir, { recursive: true, force: true });
}
