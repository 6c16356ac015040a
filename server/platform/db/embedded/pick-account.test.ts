import { describe, expect, it } from 'vitest';
import { pickAccount } from './pick-account.ts';
import type { runProgram } from './run-program.ts';

describe('the account of a new cluster', () => {
  it.each([
    ['postgres, where it exists', ['postgres', 'nobody'], 'useradd', 'postgres'],
    ['postgres, added where it can be', ['nobody'], 'useradd', 'postgres'],
    ['postgres, added the way of busybox', ['nobody'], 'adduser', 'postgres'],
    ['nobody, where none can be added', ['nobody'], 'nothing', 'nobody'],
  ])('is %s', async (_, existing, tool, expected) => {
    expect(await pickAccount(systemWith(existing, tool))).toEqual(ACCOUNTS[expected]);
  });

  it('is missing on a system that has neither', async () => {
    await expect(pickAccount(systemWith([], 'nothing'))).rejects.toThrow(/cannot run as root/);
  });
});

const ACCOUNTS: Record<string, { uid: number; gid: number }> = {
  postgres: { uid: 70, gid: 71 },
  nobody: { uid: 65534, gid: 65533 },
};

/** Stands in for the commands `id` and the one tool that adds an account. */
function systemWith(existing: string[], tool: string): typeof runProgram {
  const accounts = new Set(existing);
  return async (program, args) => {
    if (program === '/bin/sh') return { ok: true, output: '' };
    const name = args.at(-1) ?? '';
    if (program === tool) accounts.add(name);
    const account = program === 'id' && accounts.has(name) ? ACCOUNTS[name] : undefined;
    return { ok: account !== undefined, output: String(args[0] === '-u' ? account?.uid : account?.gid) };
  };
}
