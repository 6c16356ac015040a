import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import type { AnyEndpoint } from '../../../contract/endpoint.ts';
import { openApi } from './openapi.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Posthorn API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The same reference as a file: <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/viewer.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

// The viewer's own services stay out: fonts, telemetry, the request proxy, the assistant.
const START = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
})});\n`;

/** GET /openapi.json and a page to read it at /docs; the viewer is served from here, nothing comes from elsewhere. */
export function serveReference(app: FastifyInstance, endpoints: AnyEndpoint[], serverUrl: string): void {
  let document: Promise<string> | undefined;
  let viewer: Promise<Viewer> | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= Promise.resolve(JSON.stringify(openApi(endpoints, { serverUrl })));
    return reply.type('application/json; charset=utf-8').send(await document);
  });
  app.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  app.get('/docs/start.js', async (_request, reply) => reply.type(JAVASCRIPT).send(START));
  app.get('/docs/viewer.js', async (request, reply) => {
    viewer ??= loadViewer();
    const { plain, zipped } = await viewer;
    reply.type(JAVASCRIPT).header('vary', 'accept-encoding').header('cache-control', 'public, max-age=86400');
    if (!request.headers['accept-encoding']?.includes('gzip')) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(zipped);
  });
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';

interface Viewer {
  plain: string;
  zipped: Buffer;
}

/**
 * On first use: the package keeps 4 MB of script in a module, which a server start need not wait for. It offers the
 * script only as a route of a plugin, with a page of its own around it, so the plugin is asked here, off the network.
 */
async function loadViewer(): Promise<Viewer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const host = Fastify();
  await host.register(plugin, { routePrefix: '/', configuration: { url: '/openapi.json' } });
  const { body: plain } = await host.inject('/js/scalar.js');
  await host.close();
  return { plain, zipped: await promisify(gzip)(plain) };
}
