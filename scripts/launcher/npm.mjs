import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { Failure } from './failure.mjs';
import { capture, environmentWith } from './programs.mjs';
import { showing } from './progress.mjs';
import { inRoot } from './repository.mjs';

const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier'];

/** npm under the given Node: it chooses versions of packages by the Node it runs on. */
export function npm(node, args) {
  // npm keeps its cache in the home directory, and service accounts have none.
  const cache = hasHome() ? {} : { npm_config_cache: inRoot('.cache', 'npm') };
  return capture('npm', [...args, ...QUIET], { env: environmentWith(node, cache) });
}

export async function npmOrFail(node, args, what) {
  await showing(what, async () => {
    const { ok, output } = await npm(node, args);
    if (!ok) throw new Failure(`${output.trim()}\n\nnpm ${args[0]} failed: see above.`);
  });
}

function hasHome() {
  try {
    accessSync(homedir(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
