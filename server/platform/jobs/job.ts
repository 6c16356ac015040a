import { randomUUID } from 'node:crypto';
import { fromKysely } from 'pg-boss';
import type { z } from 'zod';
import type { Ctx } from '../context.ts';

/** A job as the room that enqueues it declares it: a name and its arguments. worker.ts binds the handler. */
export interface Job<Args> {
  name: string;
  args: z.ZodType<Args>;
}

const declared = new Map<string, Job<unknown>>();

export function job<Args>(name: string, args: z.ZodType<Args>): Job<Args> {
  if (declared.has(name)) throw new Error(`Job ${name} is declared twice`);
  const declaration = { name, args };
  declared.set(name, declaration as Job<unknown>);
  return declaration;
}

export const declaredJobs = (): Job<unknown>[] => [...declared.values()];

export interface EnqueueOptions {
  at?: Date;
  /** At most one waiting job of this kind per project and key: a second one is dropped. */
  key?: string;
}

/** Inserts through the caller's transaction: the job exists exactly when the data it is about does. */
export async function enqueue<Args>(
  ctx: Ctx,
  { name, args: schema }: Job<Args>,
  args: Args,
  { at, key }: EnqueueOptions = {},
): Promise<void> {
  await ctx.jobs.send(
    name,
    { projectId: ctx.projectId, args: schema.parse(args) as object },
    {
      db: fromKysely(ctx.db),
      // The queues keep one waiting job per key (runner.ts), so that a job without one needs a key of its own.
      singletonKey: key === undefined ? randomUUID() : `${ctx.projectId} ${key}`,
      ...(at ? { startAfter: at } : {}),
    },
  );
}

/** What a handler may answer instead of nothing (done) or an exception (retry with backoff). */
export type Outcome = { snoozeUntil: Date } | { cancelled: string };
export const snooze = (until: Date): Outcome => ({ snoozeUntil: until });
export const cancel = (reason: string): Outcome => ({ cancelled: reason });
