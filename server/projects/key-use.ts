import { sql } from 'kysely';
import { minutes, seconds } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import type { FindProjectByKey, KeyKind } from '../platform/http/access.ts';

/** How soon a use is written. All that come until then are written by one statement. */
const WRITE_AFTER_MS = seconds(1);
/** A key that is always in use is written once in this time by each process. */
const ONCE_IN_MS = minutes(1);

export interface KeyUse {
  /** The same finder; what it finds is noted. */
  noted(find: FindProjectByKey): FindProjectByKey;
  stop(): Promise<void>;
}

/** Notes when each key was last used, in the background: no request waits for it, and none fails by it. */
export function noteKeyUse(ctx: BaseCtx): KeyUse {
  const writtenAt = new Map<string, number>();
  let waiting: Use[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = () => {
    timer = undefined;
    const uses = waiting;
    waiting = [];
    writing = writeUses(ctx, uses).catch((error: unknown) =>
      ctx.log.error({ err: error }, 'the last use of keys could not be written'),
    );
  };

  const note = (projectId: string, kind: KeyKind) => {
    const now = ctx.clock.now().getTime();
    const key = `${kind} ${projectId}`;
    if (now - (writtenAt.get(key) ?? 0) < ONCE_IN_MS) return;
    forgetOld(writtenAt, now);
    // At the end, where the newest stand.
    writtenAt.delete(key);
    writtenAt.set(key, now);
    waiting.push({ project_id: projectId, kind, used_at: new Date(now) });
    timer ??= setTimeout(write, WRITE_AFTER_MS).unref();
  };

  return {
    noted: (find) => async (kind, key) => {
      const project = await find(kind, key);
      if (project) note(project.id, kind);
      return project;
    },
    stop: async () => {
      clearTimeout(timer);
      if (timer) write();
      await writing;
    },
  };
}

interface Use {
  project_id: string;
  kind: KeyKind;
  used_at: Date;
}

const MOST_REMEMBERED = 10_000;

/** Entries stand in the order of their times: those that no longer hold anything back are the first. */
function forgetOld(writtenAt: Map<string, number>, now: number): void {
  if (writtenAt.size < MOST_REMEMBERED) return;
  for (const [key, at] of writtenAt) {
    if (now - at < ONCE_IN_MS) return;
    writtenAt.delete(key);
  }
}

/** A project whose row somebody holds is left out: its key is noted the next time. */
async function writeUses(ctx: BaseCtx, uses: Use[]): Promise<void> {
  await sql`
    with uses as (
      select project_id, max(used_at) filter (where kind = 'public') as public_at,
             max(used_at) filter (where kind = 'secret') as secret_at
      from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as use (project_id uuid, kind text, used_at timestamptz)
      group by project_id
    ), free as (
      select id from projects where id in (select project_id from uses) for no key update skip locked
    )
    update projects
    set public_key_used_at = greatest(public_key_used_at, uses.public_at),
        secret_key_used_at = greatest(secret_key_used_at, uses.secret_at)
    from uses
    where projects.id = uses.project_id and projects.id in (select id from free)
  `.execute(ctx.db);
}
