import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { Failure } from './failure.mjs';
import { ROOT } from './repository.mjs';

const FORWARD_INTERRUPT_AFTER_MS = 1000;
const PARENT_TICK_MS = 250;

/** The environment in which `node`, also when called by name, is the one we found. */
export function environmentWith(node, more = {}) {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`, ...more };
}

/** Runs a program to its end and keeps what it says. It does not outlive us. */
export async function capture(program, args, options = {}) {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const release = onSignals((signal) => {
    child.once('close', () => process.exit(128 + constants.signals[signal]));
    child.kill(signal);
  });
  const code = await ending(program, child);
  release();
  return { ok: code === 0, code, output };
}

/** Runs a program in our place: same terminal, its exit code, and not without it. */
export async function handOver(program, args, options = {}) {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', ...options });
  const releaseSignals = onSignals((signal) => forward(signal, child));
  const releaseParent = onLossOfNpm(() => child.kill('SIGTERM'));
  const code = await ending(program, child);
  releaseSignals();
  releaseParent();
  return code;
}

/**
 * A terminal sends Ctrl-C to the child as well: passing it on would be a second one, which usually means "at once".
 * Without a terminal it may have been meant for the whole group or for us alone; if the child does not end by itself,
 * it gets the plain request to end, which is harmless to repeat.
 */
function forward(signal, child) {
  if (signal !== 'SIGINT') child.kill(signal);
  else if (!hasTerminal()) setTimeout(() => child.kill('SIGTERM'), FORWARD_INTERRUPT_AFTER_MS).unref();
}

/** npm hands SIGTERM to the shell between it and us, which dies of it without telling us. */
function onLossOfNpm(handle) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    handle();
  }, PARENT_TICK_MS);
  return () => clearInterval(timer);
}

function hasTerminal() {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

function onSignals(handle) {
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of names) process.on(name, handle);
  return () => {
    for (const name of names) process.off(name, handle);
  };
}

function ending(program, child) {
  return new Promise((resolve, reject) => {
    child.once('error', ({ code, message }) => {
      const reason = code === 'ENOENT' ? 'it is not installed, or not on the PATH' : message;
      reject(new Failure(`${program} cannot be run: ${reason}.`));
    });
    child.once('close', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code));
  });
}
