import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from './storage.ts';

const FOLDER = 'uploads';

export const pathOnDisk = (dataDir: string, key: string): string => join(dataDir, FOLDER, key);

/** Written whole under another name and renamed: a reader never sees half a file, a crash leaves none behind its name. */
export function createDiskStorage(dataDir: string, publicUrl: string): Storage {
  return {
    put: async ({ key, content }) => {
      const path = pathOnDisk(dataDir, key);
      const draft = join(dirname(path), `.${randomUUID()}`);
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeThrough(draft, content);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return `${publicUrl}/${key}`;
    },
  };
}

async function writeThrough(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
