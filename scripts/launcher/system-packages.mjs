import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from './failure.mjs';
import { capture } from './programs.mjs';
import { showing } from './progress.mjs';

/** What tests need beyond npm, as { command, debianPackage }. */
const NEEDED = [{ command: 'chromium', debianPackage: 'chromium' }];

/** Installs missing commands where that is ours to do: as root on a Debian-like system. */
export async function installSystemPackages(needed = NEEDED, whose = 'tests') {
  const missing = needed.filter(({ command }) => !isOnPath(command));
  if (missing.length === 0) return;
  const commands = missing.map(({ command }) => command).join(', ');
  const packages = missing.map(({ debianPackage }) => debianPackage);
  if (!isOnPath('apt-get') || process.getuid?.() !== 0) {
    throw new Failure(`The ${whose} need ${commands}. Install it (on Debian: apt-get install ${packages.join(' ')}).`);
  }
  await showing(`Installing ${packages.join(', ')} for the ${whose}`, async () => {
    await aptGet(['update']);
    await aptGet(['install', '--yes', '--no-install-recommends', ...packages]);
  });
}

async function aptGet(args) {
  // Runlevel 1: the packages bring services that nobody asked to be started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const { ok, output } = await capture('apt-get', args, { env });
  if (!ok) throw new Failure(`${output.trim()}\n\napt-get ${args[0]} failed: see above.`);
}

function isOnPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
