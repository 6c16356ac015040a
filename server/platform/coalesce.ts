import { isLostToAnother, isRefusedValue } from './db/violations.ts';
import { AppError } from './errors.ts';

interface Options {
  maxBatch: number;
  maxInFlight?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Joins calls that arrive while earlier ones are under way into one batch, so that one statement and one commit serve
 * many requests. A lone call runs at once; nothing waits for a timer.
 *
 * `run` must be atomic and answer in the order of its items. A batch that one of its items broke is run again item by
 * item, so that the bad one fails alone. A batch that failed for another reason fails as a whole: when the connection
 * broke it may have been committed, and a second run would do everything twice.
 */
export function coalesce<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { maxBatch, maxInFlight = 1, onIdle }: Options & { onIdle?: () => void },
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let scheduled = false;

  // Calls of the same turn of the event loop join the first batch.
  function schedule(): void {
    if (scheduled || inFlight >= maxInFlight) return;
    if (waiting.length === 0) {
      if (inFlight === 0) onIdle?.();
      return;
    }
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      inFlight++;
      void flush(waiting.splice(0, maxBatch)).then(() => {
        inFlight--;
        schedule();
      });
      schedule();
    });
  }

  async function flush(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [i, call] of batch.entries()) call.resolve(results[i] as Result);
    } catch (error) {
      await giveUpOrSplit(batch, error);
    }
  }

  async function giveUpOrSplit(batch: Waiting<Item, Result>[], error: unknown): Promise<void> {
    const isSplit = batch.length > 1 && isOfAnItem(error);
    for (const call of batch) {
      if (isSplit) await flush([call]);
      else call.reject(error);
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}

const isOfAnItem = (error: unknown): boolean =>
  error instanceof AppError || isRefusedValue(error) || isLostToAnother(error);

/** The same, with one line of batches per key (a project): a busy tenant never delays another's batch. */
export function coalesceBy<Item, Result>(
  keyOf: (item: Item) => string,
  run: (items: Item[]) => Promise<Result[]>,
  options: Options,
): (item: Item) => Promise<Result> {
  const lines = new Map<string, (item: Item) => Promise<Result>>();
  return (item) => {
    const key = keyOf(item);
    let line = lines.get(key);
    if (!line) {
      line = coalesce(run, { ...options, onIdle: () => lines.delete(key) });
      lines.set(key, line);
    }
    return line(item);
  };
}
