import { StartError } from '../../start-error.ts';
import { type Account, runProgram } from './run-program.ts';

const NAME = 'postgres';

/** Each line is one way to add a system account: shadow-utils first, then busybox. */
const WAYS_TO_ADD_IT = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME],
  ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', NAME],
] as const;

/** The account for a new cluster when we are root, which Postgres refuses to run as. */
export async function pickAccount(run: typeof runProgram = runProgram): Promise<Account> {
  const existing = await findAccount(NAME, run);
  if (existing) return existing;
  for (const [program, ...args] of WAYS_TO_ADD_IT) {
    await run(program, args);
    // Looked up even after a failure: another start may have added it meanwhile.
    const added = await findAccount(NAME, run);
    if (added) return added;
  }
  const nobody = await findAccount('nobody', run);
  if (nobody) return nobody;
  throw new StartError(
    'PostgreSQL cannot run as root and no other account can be used. Start Posthorn as an ordinary user, or set DATABASE_URL.',
  );
}

async function findAccount(name: string, run: typeof runProgram): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  if (!uid.ok || !gid.ok) return undefined;
  const account = { uid: Number(uid.output), gid: Number(gid.output) };
  // Root of a container may be root in name only and unable to become anybody else.
  const { ok } = await run('/bin/sh', ['-c', ':'], { account });
  return ok ? account : undefined;
}
