import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { npmOrFail } from './npm.mjs';
import { inRoot, readIfThere } from './repository.mjs';

const STAMP = inRoot('node_modules', '.posthorn-installed');

/** Installs what the lockfile says, if that is not what is installed. */
export async function installPackages(node) {
  const wanted = wantedStamp();
  if (readIfThere(STAMP)?.toString() === wanted) return;
  const reason = existsSync(inRoot('node_modules'))
    ? 'package-lock.json is not what was installed'
    : 'first start only';
  // Removed first and written last: an installation that was interrupted is done again.
  rmSync(STAMP, { force: true });
  await npmOrFail(node, ['ci', '--include=dev'], `Installing packages (${reason})`);
  writeFileSync(STAMP, wanted);
}

/** With the platform, because some packages are binaries and folders travel between machines and containers. */
function wantedStamp() {
  const lockfile = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
  return `${lockfile} ${process.platform}-${process.arch}`;
}
