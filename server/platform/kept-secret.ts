import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

const FILE = 'secret';
const MIN_LENGTH = 32;

/** The embedded deployment keeps its secret beside its data: both are lost or restored together. */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new StartError(`DATA_DIR: cannot write to ${dataDir}: ${message}`, { cause: error });
  }
  const secret = await readFile(path, 'utf8').then(
    (text) => text.trim(),
    (error: Error) => {
      throw new StartError(`DATA_DIR: cannot read ${path}: ${error.message}`, { cause: error });
    },
  );
  // Without it the stored keys cannot be shown any more: a new one must be the operator's own decision.
  if (secret.length < MIN_LENGTH) throw new StartError(`DATA_DIR: ${path} is damaged: restore it, or set SECRET`);
  return secret;
}
