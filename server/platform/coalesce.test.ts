import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { coalesce, coalesceBy } from './coalesce.ts';
import { badRequest } from './errors.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Batches that wait until they are let go; remembers what they were. */
function gate() {
  const batches: string[][] = [];
  const open: (() => void)[] = [];
  const run = async (items: string[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => open.push(resolve));
    return items.map((item) => item.toUpperCase());
  };
  const letGo = async () => {
    open.shift()?.();
    await tick();
    await tick();
  };
  return { batches, run, letGo };
}

const refusedValue = () => Object.assign(new pg.DatabaseError('no', 1, 'error'), { code: '22P02' });

describe('coalesce', () => {
  it('runs a lone call at once', async () => {
    const call = coalesce(async (items: number[]) => items.map((item) => item * 2), { maxBatch: 10 });
    expect(await call(21)).toBe(42);
  });

  it('joins what arrives while a batch is under way, in order, and answers each its own', async () => {
    const { batches, run, letGo } = gate();
    const call = coalesce(run, { maxBatch: 10 });
    const first = call('a');
    await tick();
    const rest = Promise.all([call('b'), call('c'), call('d')]);
    await letGo();
    await letGo();
    expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
    expect([await first, await rest]).toEqual(['A', ['B', 'C', 'D']]);
  });

  it('keeps to its batch size and to the number of batches under way', async () => {
    const { batches, run, letGo } = gate();
    const call = coalesce(run, { maxBatch: 2, maxInFlight: 2 });
    const all = Promise.all([...'abcde'].map((letter) => call(letter)));
    await tick();
    await tick();
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    await letGo();
    expect(batches).toHaveLength(3);
    await letGo();
    await letGo();
    expect(await all).toEqual([...'ABCDE']);
  });

  it.each([
    ['a refusal by meaning', badRequest('no')],
    ['a value that the database refuses', refusedValue()],
  ])('lets a bad item fail alone: %s', async (_, error) => {
    const run = async (items: string[]) => {
      if (items.includes('bad')) throw error;
      return items;
    };
    const call = coalesce(run, { maxBatch: 10 });
    const results = await Promise.allSettled([call('a'), call('bad'), call('b')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('never repeats a batch whose outcome is unknown', async () => {
    let runs = 0;
    const call = coalesce(
      async () => {
        runs++;
        throw new Error('Connection terminated unexpectedly');
      },
      { maxBatch: 10 },
    );
    const results = await Promise.allSettled([call('a'), call('b'), call('c')]);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(runs).toBe(1);
  });

  it('goes on after a failure', async () => {
    let isDown = true;
    const call = coalesce(
      async (items: string[]) => {
        if (isDown) throw new Error('down');
        return items;
      },
      { maxBatch: 10 },
    );
    await expect(call('a')).rejects.toThrow('down');
    isDown = false;
    expect(await call('b')).toBe('b');
  });
});

describe('coalesceBy', () => {
  it('never mixes keys, and a busy key does not delay another', async () => {
    const { batches, run, letGo } = gate();
    const call = coalesceBy((item: string) => item.charAt(0), run, { maxBatch: 10 });
    const slow = call('a1');
    await tick();
    const more = Promise.all([call('a2'), call('b1'), call('a3'), call('b2')]);
    await tick();
    expect(batches).toEqual([['a1'], ['b1', 'b2']]);
    for (let i = 0; i < 3; i++) await letGo();
    expect(batches.at(-1)).toEqual(['a2', 'a3']);
    expect([await slow, await more]).toEqual(['A1', ['A2', 'B1', 'A3', 'B2']]);
  });
});
