import type { FastifyInstance } from 'fastify';

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

export function serveDashboard(app: FastifyInstance): void {
  app.get('/', async (_request, reply) => reply.redirect('/app'));
  app.get('/app', async (_request, reply) => reply.type('text/html; charset=utf-8').send(PLACEHOLDER));
}
