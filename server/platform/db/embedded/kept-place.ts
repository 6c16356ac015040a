import { realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../start-error.ts';
import { exists, readTextIfThere, shownPath } from './file-tree.ts';

const NOTE = 'postgres-place.json';

interface Note {
  dataDir: string;
  home: string;
}

export const clusterIn = (home: string): string => join(home, 'postgres');

/** The directory that already holds this data directory's cluster: itself, or the one its note names. */
export async function findKeptHome(dataDir: string): Promise<string | undefined> {
  if (await exists(clusterIn(dataDir))) return dataDir;
  const text = await readTextIfThere(join(dataDir, NOTE));
  if (text === undefined) return undefined;
  const note = JSON.parse(text) as Note;
  await assertNotACopy(dataDir, note);
  if (!(await exists(clusterIn(note.home)))) {
    throw new StartError(
      `The database of ${shownPath(dataDir)} was kept in ${note.home} and is no longer there. ` +
        `Restore it, or remove ${shownPath(join(dataDir, NOTE))} to begin with an empty one.`,
    );
  }
  return note.home;
}

/** To be called once the cluster is whole, so that a note always speaks of real data. */
export async function rememberHome(dataDir: string, home: string): Promise<void> {
  if (home === dataDir) return;
  const note: Note = { dataDir: await realpath(dataDir), home };
  await writeFile(join(dataDir, NOTE), `${JSON.stringify(note, null, 2)}\n`);
}

/** A copied data directory brings the note along but not the data: two installations must not share one database. */
async function assertNotACopy(dataDir: string, note: Note): Promise<void> {
  if (!(await exists(note.dataDir))) return;
  const [here, there] = await Promise.all([stat(dataDir), stat(note.dataDir)]);
  if (here.ino === there.ino && here.dev === there.dev) return;
  throw new StartError(
    `${shownPath(dataDir)} is a copy of ${note.dataDir}, whose database is kept in ${note.home} and was not copied with it. ` +
      `Remove ${shownPath(join(dataDir, NOTE))} to begin with an empty one.`,
  );
}
