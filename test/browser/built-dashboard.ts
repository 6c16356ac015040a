import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { TestProject, World } from '../world.ts';

const INDEX = fileURLToPath(new URL('../../dist/dashboard/index.html', import.meta.url));

/** The world's server on a real port, with the built dashboard; answers its origin. */
export async function listeningDashboard({ app }: World): Promise<string> {
  if (!existsSync(INDEX)) {
    throw new Error('dist/dashboard is missing: npm test builds it first (alone: node scripts/run.mjs build)');
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A script for the page that finds itself connected to the project. Frames of previews have no storage. */
export const connectedTo = ({ secretKey }: TestProject): string =>
  `if (top === self) sessionStorage.setItem('posthorn.secret-key', ${JSON.stringify(secretKey)})`;
