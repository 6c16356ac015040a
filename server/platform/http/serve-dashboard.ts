import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const BUILT = fileURLToPath(new URL('../../../dist/dashboard', import.meta.url));

const PLACEHOLDER = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Posthorn</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1rem; color-scheme: light dark }
  a { color: #b7791f }
</style>
<h1>Posthorn is running</h1>
<p>The dashboard is not built yet. The API is complete enough to use: read the <a href="/docs">API reference</a>.</p>
</html>
`;

/**
 * No script but our own. Previews of mail are frames that inherit this policy and tighten it: pictures from anywhere
 * are here for them.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: https: http:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Files that keep their names from build to build; everything else under /app is a page of the dashboard. */
const NAMED_FILES = ['favicon.svg', 'theme.js'];
const PAGES = ['/app', '/app/*'];

/** The dashboard at /app: its pages share one document, its assets have names that change with their content. */
export async function serveDashboard(app: FastifyInstance, directory = BUILT): Promise<void> {
  const serveAt = (paths: string[], answer: (reply: FastifyReply) => FastifyReply) => {
    for (const path of paths) app.get(path, async (_request, reply) => answer(reply));
  };
  serveAt(['/'], (reply) => reply.redirect('/app'));
  if (!existsSync(join(directory, 'index.html'))) {
    serveAt(PAGES, (reply) => reply.type('text/html; charset=utf-8').send(PLACEHOLDER));
    return;
  }
  await app.register(fastifyStatic, {
    root: join(directory, 'assets'),
    prefix: '/app/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  });
  // The folder itself is no page.
  app.get('/app/assets', (_request, reply) => reply.callNotFound());
  const send = (reply: FastifyReply, file: string) =>
    reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-cache')
      .sendFile(file, directory, { cacheControl: false });
  for (const file of NAMED_FILES) serveAt([`/app/${file}`], (reply) => send(reply, file));
  serveAt(PAGES, (reply) => send(reply, 'index.html'));
}
