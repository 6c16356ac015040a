import type pg from 'pg';
import { discardQueued } from './delivery/discard-queued.ts';
import { seconds } from './platform/clock.ts';
import type { BaseCtx } from './platform/context.ts';
import { repeat } from './platform/repeat.ts';
import { confirmCopy, isRestoredCopy } from './platform/restored-copy.ts';
import type { Worker } from './worker.ts';

const PAUSED =
  'This database was restored from a backup of another: nothing is sent until you start once with ' +
  'CONFIRM_RESTORE=send (what was queued then goes out) or CONFIRM_RESTORE=discard (it does not)';

/** Starts the worker, unless the database is a copy that nobody has confirmed: then it waits for that. */
export async function startUnlessRestored(
  ctx: BaseCtx,
  pool: pg.Pool,
  start: () => Promise<Worker>,
): Promise<Worker | undefined> {
  const isEmbedded = ctx.config.databaseUrl === undefined;
  // Also a process that only serves the API writes down which database this is.
  const isCopy = await isRestoredCopy(pool, isEmbedded);
  if (ctx.config.role === 'api') return undefined;
  if (!isCopy) return start();
  if (ctx.config.confirmRestore) {
    await confirm(ctx, pool, isEmbedded);
    return start();
  }
  ctx.log.warn(PAUSED);
  let worker: Worker | undefined;
  const waiting = repeat(
    seconds(2),
    async () => {
      if (!worker && !(await isRestoredCopy(pool, isEmbedded))) worker = await start();
    },
    ctx.log,
  );
  return {
    relay: () => worker?.relay() ?? { status: 'paused', reason: PAUSED },
    stop: async () => {
      await waiting.stop();
      await worker?.stop();
    },
  };
}

async function confirm(ctx: BaseCtx, pool: pg.Pool, isEmbedded: boolean): Promise<void> {
  if (ctx.config.confirmRestore === 'discard') {
    const emails = await discardQueued(ctx, 'Was queued when the backup was made that this server was restored from');
    ctx.log.info({ emails }, 'what was queued in the backup is discarded');
  }
  await confirmCopy(pool, isEmbedded);
}
