import { chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from './choose-place.ts';

const PORT = 5432;
/** What the shortest address structure among our platforms holds (macOS: 104 bytes with the final zero). */
const LONGEST_SOCKET_PATH_BYTES = 103;

export interface SocketDirectory {
  /** For the server, whose working directory is the cluster. */
  forServer: string;
  /** For us. */
  path: string;
  port: number;
  remove(): Promise<void>;
}

/** The cluster itself is private and is cleaned up by Postgres; only if its path is too long, a short one is made. */
export async function openSocketDirectory({ cluster, account }: Place): Promise<SocketDirectory> {
  const longest = join(cluster, `.s.PGSQL.${PORT}.lock`);
  if (Buffer.byteLength(longest) <= LONGEST_SOCKET_PATH_BYTES) {
    // Relative, because the setting is a list in which quotes and commas of a path would mean something.
    return { forServer: '.', path: cluster, port: PORT, remove: async () => {} };
  }
  const path = await mkdtemp('/tmp/posthorn-');
  if (account) await chown(path, account.uid, account.gid);
  return { forServer: path, path, port: PORT, remove: () => rm(path, { recursive: true, force: true }) };
}
