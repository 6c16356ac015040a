import { chmod, lchown, lstat, readdir, readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import type { Account } from './run-program.ts';

/** Whether there is anything at the path, a dangling link included. */
export async function exists(path: string): Promise<boolean> {
  return (await orUndefined(lstat(path))) !== undefined;
}

export async function readTextIfThere(path: string): Promise<string | undefined> {
  return orUndefined(readFile(path, 'utf8'));
}

export async function giveTree(root: string, { uid, gid }: Account): Promise<void> {
  await lchown(root, uid, gid);
  for (const path of await readdir(root, { recursive: true })) await lchown(join(root, path), uid, gid);
}

/** Lets everyone read, and run what its owner may run, whatever the umask was when the files were made. */
export async function openTreeToReaders(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const runs = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0;
    await chmod(path, runs ? 0o755 : 0o644);
  }
}

/** A path as the user would type it. */
export function shownPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  if (fromHere === '') return '.';
  return fromHere.startsWith('..') || isAbsolute(fromHere) ? path : `./${fromHere}`;
}

async function orUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
