import type { Log } from './log.ts';

/** Does the work again and again, in this process, until stopped; a failure is told and the next turn comes all the same. */
export function repeat(ms: number, work: () => Promise<unknown>, log: Log): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = work()
      .catch((error: unknown) => log.error({ err: error }, 'a repeated duty failed'))
      .finally(() => {
        isBusy = false;
      });
  }, ms);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
