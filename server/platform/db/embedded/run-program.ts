import { execFile } from 'node:child_process';

/** The system account a program runs under; undefined means our own. */
export interface Account {
  uid: number;
  gid: number;
}

export interface Outcome {
  ok: boolean;
  output: string;
}

/**
 * Nothing of our own environment: PGPORT, PGDATA or a locale of the user would change what Postgres does, and its
 * messages are read by us.
 */
export const PLAIN_ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

interface Options {
  account?: Account | undefined;
  input?: string;
}

/** Runs a program to its end. That it fails, or cannot be run at all, is an outcome and not an exception. */
export function runProgram(program: string, args: string[], options: Options = {}): Promise<Outcome> {
  return run(program, args, options).catch((error: Error) => ({ ok: false, output: error.message }));
}

function run(program: string, args: string[], { account, input = '' }: Options): Promise<Outcome> {
  return new Promise((resolve) => {
    // From "/", because the account may not be allowed to enter our own working directory.
    const options = { cwd: '/', env: PLAIN_ENVIRONMENT, encoding: 'utf8' as const, ...account };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') });
    });
    // A program that ends without reading its input is judged by its outcome.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
