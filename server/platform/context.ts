import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Role } from '../../contract/endpoint.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { DB } from './db/tables.ts';
import { isLostToAnother } from './db/violations.ts';
import type { Log } from './log.ts';

/** What code without a tenant may use: boot, sweeps over all projects, sign-in. */
export interface BaseCtx {
  db: Kysely<DB>;
  clock: Clock;
  log: Log;
  config: Config;
  jobs: Pick<PgBoss, 'send'>;
}

/** Who asked: a secret key, or a person by their session. */
export type Actor = { kind: 'KEY'; ip: string } | { kind: 'USER'; userId: string; role: Role; ip: string };

/** The tenant travels in the context: every query of a use-case is scoped by `ctx.projectId`. */
export interface Ctx extends BaseCtx {
  projectId: string;
  /** Nobody, in a job or a sweep. */
  actor?: Actor;
}

const MAX_ATTEMPTS = 4;

/**
 * One transaction per decision; inside an open one it joins. The inner ctx shadows the outer on purpose. Work that was
 * chosen as the victim of a deadlock is done again: it must have no effect outside the database.
 */
export async function transaction<C extends BaseCtx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.transaction().execute((db) => work({ ...ctx, db }));
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isLostToAnother(error)) throw error;
    }
  }
}
