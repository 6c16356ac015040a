import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { World } from '../world.ts';

const INDEX = fileURLToPath(new URL('../../dist/dashboard/index.html', import.meta.url));

/** The world's server on a real port, with the built dashboard; answers its origin. */
export async function listeningDashboard({ app }: World): Promise<string> {
  if (!existsSync(INDEX)) {
    throw new Error('dist/dashboard is missing: npm test builds it first (alone: node scripts/run.mjs build)');
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
