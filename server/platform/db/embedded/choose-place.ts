import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../../log.ts';
import { StartError } from '../../start-error.ts';
import { type Binaries, copyBinaries, findBinaries } from './binaries.ts';
import { giveTree, shownPath } from './file-tree.ts';
import { clusterIn, findKeptHome } from './kept-place.ts';
import { pickAccount } from './pick-account.ts';
import { type Account, runProgram } from './run-program.ts';

const SHARED_DIR = '/var/lib/posthorn';

export interface Place {
  /** Holds the cluster: the data directory, or a directory of ours that the account can enter. */
  home: string;
  cluster: string;
  isNew: boolean;
  binaries: Binaries;
  account: Account | undefined;
}

/** Decides where the cluster lives, which programs run it and under which account. What exists stays where it is. */
export async function choosePlace(dataDir: string, log: Log): Promise<Place> {
  const binaries = await findBinaries();
  const kept = await findKeptHome(dataDir);
  const isRoot = process.getuid?.() === 0;
  const place = isRoot ? await placeForRoot(dataDir, kept, binaries) : await placeForUser(kept ?? dataDir, binaries);
  // Postgres refuses a directory that others may read, which is what a copied or restored one often is.
  if (kept) await chmod(place.cluster, 0o700);
  if (place.home !== dataDir) {
    const reason = `the account that runs PostgreSQL (uid ${place.account?.uid}) could not enter ${shownPath(dataDir)}`;
    log.info({ place: place.home }, `The database files are in ${place.home}: ${reason}`);
  }
  return { ...place, isNew: kept === undefined };
}

type Undated = Omit<Place, 'isNew'>;

async function placeForUser(home: string, binaries: Binaries): Promise<Undated> {
  const cluster = clusterIn(home);
  const owner = await ownerOf(cluster);
  if (owner && owner.uid !== process.getuid?.()) {
    throw new StartError(
      `The database in ${shownPath(cluster)} belongs to another account (uid ${owner.uid}). Start Posthorn as root or as that account, or set DATA_DIR.`,
    );
  }
  return { home, cluster, binaries, account: undefined };
}

async function placeForRoot(dataDir: string, kept: string | undefined, binaries: Binaries): Promise<Undated> {
  const account = await accountFor(kept);
  const [canRun, isOpen] = await Promise.all([
    runProgram(binaries.postgres, ['--version'], { account }),
    canEnter(account, kept ?? dataDir).then(async (can) => can || openToAccount(account, kept ?? dataDir)),
  ]);
  if (kept && !isOpen) {
    throw new StartError(
      `The account that runs PostgreSQL (uid ${account.uid}) can no longer enter ${kept}. Allow it again with chmod o+x on the directories above it.`,
    );
  }
  const home = kept ?? (isOpen ? dataDir : await makeHome(account));
  const runnable = canRun.ok ? binaries : await copyBinaries(binaries, await sharedDir());
  return { home, cluster: clusterIn(home), binaries: runnable, account };
}

async function canEnter(account: Account, directory: string): Promise<boolean> {
  return (await runProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { account })).ok;
}

/** Lets the account, and nobody else, pass through a directory that is root's alone. False if what is above it is shut. */
async function openToAccount(account: Account, directory: string): Promise<boolean> {
  const { uid, gid, mode } = await stat(directory);
  if (uid !== 0 || gid !== 0 || !(await canEnter(account, dirname(directory)))) return false;
  await chown(directory, 0, account.gid);
  await chmod(directory, (mode & 0o707) | 0o010);
  return canEnter(account, directory);
}

/** An existing cluster keeps its owner, even if a better account has appeared since; one restored by root gets one. */
async function accountFor(kept: string | undefined): Promise<Account> {
  const owner = kept && (await ownerOf(clusterIn(kept)));
  if (owner && owner.uid !== 0) return owner;
  const account = await pickAccount();
  if (kept) await giveTree(clusterIn(kept), account);
  return account;
}

async function ownerOf(path: string): Promise<Account | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return found && { uid: found.uid, gid: found.gid };
}

/** Named by chance and not after the data directory: whoever removes that one wants an empty database, not the old one. */
async function makeHome(account: Account): Promise<string> {
  const home = join(await sharedDir(), `data-${randomBytes(6).toString('hex')}`);
  await mkdir(home, { mode: 0o700 });
  await openToAccount(account, home);
  return home;
}

async function sharedDir(): Promise<string> {
  const advice = 'Set DATA_DIR to a directory that other users may enter, or start Posthorn as an ordinary user.';
  try {
    if (await mkdir(SHARED_DIR, { recursive: true })) await chmod(SHARED_DIR, 0o755);
  } catch (error) {
    throw new StartError(
      `PostgreSQL cannot run as root, and ${SHARED_DIR} cannot be made for it: ${(error as Error).message}. ${advice}`,
    );
  }
  const { uid, mode } = await stat(SHARED_DIR);
  // Programs are run from here: nobody else may be able to replace them.
  const isRootsAlone = uid === 0 && (mode & 0o022) === 0;
  if (!isRootsAlone) throw new StartError(`${SHARED_DIR} must be writable by root alone. ${advice}`);
  return SHARED_DIR;
}
