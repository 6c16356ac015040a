import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { DB } from './db/tables.ts';
import type { Log } from './log.ts';

/** What code without a tenant may use: boot, sweeps over all projects, sign-in. */
export interface BaseCtx {
  db: Kysely<DB>;
  clock: Clock;
  log: Log;
  config: Config;
  jobs: Pick<PgBoss, 'send'>;
}

/** The tenant travels in the context: every query of a use-case is scoped by `ctx.projectId`. */
export interface Ctx extends BaseCtx {
  projectId: string;
}

/** One transaction per decision; inside an open one it joins. The inner ctx shadows the outer on purpose. */
export function transaction<C extends BaseCtx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }));
}
