import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../start-error.ts';
import { shownPath } from './file-tree.ts';

const BUSY = 5;

export interface Claim {
  release(): void;
}

/**
 * Makes this process the only one that uses the directory. Node offers no file locks, but SQLite takes one: the kernel
 * drops it with the process, kill -9 included, and it holds between containers that share a volume, where process ids
 * mean nothing. The file stays empty, so there is nothing in it to break.
 */
export function claimDirectory(directory: string, announce: string | undefined): Claim {
  const lock = new DatabaseSync(join(directory, 'owner.lock'), { timeout: 0, open: false });
  const note = join(directory, 'owner.json');
  try {
    lock.open();
    lock.exec('pragma journal_mode = memory; begin immediate');
  } catch (error) {
    if (lock.isOpen) lock.close();
    const { errcode, message } = error as Error & { errcode?: number };
    const reason = errcode === BUSY ? inUse(directory, note) : `${shownPath(directory)} cannot be locked: ${message}`;
    throw new StartError(reason, { cause: error });
  }
  writeFileSync(note, JSON.stringify({ pid: process.pid, announce }));
  return {
    release() {
      if (!lock.isOpen) return;
      rmSync(note, { force: true });
      lock.close();
    },
  };
}

function inUse(directory: string, note: string): string {
  return (
    `The data directory ${shownPath(directory)} is in use by another Posthorn process${ownerIn(note)}. ` +
    'Stop it first, or set DATA_DIR and PORT for a second one.'
  );
}

function ownerIn(note: string): string {
  try {
    const { pid, announce } = JSON.parse(readFileSync(note, 'utf8')) as { pid: number; announce?: string };
    return announce ? ` (pid ${pid}, ${announce})` : ` (pid ${pid})`;
  } catch {
    // The owner is just writing or removing it: the refusal stands all the same.
    return '';
  }
}
