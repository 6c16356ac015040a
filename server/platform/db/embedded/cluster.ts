import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../start-error.ts';
import type { Place } from './choose-place.ts';
import { readTextIfThere, shownPath } from './file-tree.ts';
import { type Outcome, runProgram } from './run-program.ts';

export const ROLE = 'posthorn';
const UNFINISHED = 'postgres.creating-';

/** Builds the cluster in a sibling directory and moves it in place when it is whole: an interrupted start leaves none. */
export async function createCluster(place: Place, password: string): Promise<void> {
  await removeUnfinished(place.home);
  const workshop = await mkdtemp(join(place.home, UNFINISHED));
  const passwordFile = join(workshop, 'password');
  const made = join(workshop, 'cluster');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (place.account) {
    for (const path of [workshop, passwordFile]) await chown(path, place.account.uid, place.account.gid);
  }
  const outcome = await runProgram(place.binaries.initdb, initdbArguments(made, passwordFile), {
    account: place.account,
  });
  if (outcome.ok) await rename(made, place.cluster);
  await rm(workshop, { recursive: true, force: true });
  if (!outcome.ok) throw failure(`PostgreSQL could not create its files in ${shownPath(place.home)}`, outcome);
}

const initdbArguments = (cluster: string, passwordFile: string): string[] => [
  `--pgdata=${cluster}`,
  `--username=${ROLE}`,
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // Byte order for sorting and Unicode for case, the same on every machine: a system locale can change under an index.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
];

async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith(UNFINISHED)) await rm(join(home, name), { recursive: true, force: true });
  }
}

/** One major version cannot read the files of another. */
export async function assertSameMajor({ cluster, binaries }: Place): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (binaries.version.split('.')[0] === made) return;
  throw new StartError(
    `The database in ${shownPath(cluster)} was made by PostgreSQL ${made}; this version of Posthorn brings ${binaries.version}. Dump it with the old version and restore it.`,
  );
}

/** The password of the cluster's only role. `isFresh` says that it has just been made and the cluster may know another. */
export async function keepPassword(dataDir: string): Promise<{ password: string; isFresh: boolean }> {
  const path = join(dataDir, 'postgres-password');
  const kept = await readTextIfThere(path);
  if (kept) return { password: kept, isFresh: false };
  const password = randomBytes(24).toString('base64url');
  await writeFile(`${path}.new`, password, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return { password, isFresh: true };
}

/** Gives the role another password through single-user mode, which asks for none. The server must not run. */
export async function resetPassword(place: Place, password: string): Promise<void> {
  const args = ['--single', '-D', place.cluster, 'postgres'];
  const input = `alter role ${ROLE} password '${password}'\n`;
  const outcome = await runProgram(place.binaries.postgres, args, { account: place.account, input });
  // Single-user mode reports a failed statement in its output, not by its exit code.
  const hasFailed = !outcome.ok || /\b(ERROR|FATAL|PANIC):/.test(outcome.output);
  if (hasFailed) throw failure('The database password could not be set', outcome);
}

function failure(what: string, { output }: Outcome): StartError {
  const lines = output.split('\n').filter(Boolean);
  const telling = lines.find((line) => /\b(error|fatal|panic):/i.test(line)) ?? lines.at(-1) ?? 'no reason given';
  return new StartError(`${what}: ${telling.trim()}`, { cause: output });
}
