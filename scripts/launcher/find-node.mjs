import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { npm } from './npm.mjs';
import { showing } from './progress.mjs';
import { inRoot } from './repository.mjs';

const MAJOR = 24;
const FOLDER = inRoot('.node');

/**
 * The package that holds the binary itself comes first: it needs no install script, which npm may refuse to run, and
 * some platforms have it in fewer versions than `node`, whose script insists on its own.
 */
const PACKAGES = [platformPackage(), 'node'];

/** The path of a Node that can run our TypeScript: this one, the one fetched before, or one fetched now. */
export async function findNode() {
  if (isNewEnough(process.version)) return process.execPath;
  return fetchedNode() ?? (await showing('Fetching Node 24 (first start only)', fetchNode));
}

function fetchedNode() {
  const binaries = PACKAGES.map((name) => inRoot('.node', 'node_modules', name, 'bin', 'node'));
  return binaries.find((binary) => isNewEnough(spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout));
}

async function fetchNode() {
  const complaints = [];
  for (const name of PACKAGES) {
    // From scratch: npm would believe that what an interrupted fetch left behind is whole.
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER);
    writeFileSync(inRoot('.node', 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
    const args = ['install', '--prefix', FOLDER, '--no-save', '--no-package-lock', `${name}@${MAJOR}`];
    const { output } = await npm(process.execPath, args);
    const node = fetchedNode();
    if (node) return node;
    complaints.push(output.trim());
  }
  const advice = 'Install it from https://nodejs.org and run the command again.';
  const reason = `Node ${MAJOR} or newer is needed, this is ${process.version}, and npm could not fetch one that runs here.`;
  throw new Failure(`${complaints.join('\n')}\n\n${reason} ${advice}`);
}

function isNewEnough(version) {
  return Number.parseInt(String(version).replace('v', ''), 10) >= MAJOR;
}

function platformPackage() {
  const platform = `${process.platform}-${process.arch}`;
  return platform === 'darwin-arm64' ? `node-bin-${platform}` : `node-${platform}`;
}
