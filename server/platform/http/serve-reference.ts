import type { FastifyInstance } from 'fastify';
import type { AnyEndpoint } from '../../../contract/endpoint.ts';
import { openApi } from './openapi.ts';

/** GET /openapi.json and a page to read it at /docs; the viewer is served from here, nothing comes from a CDN. */
export async function serveReference(app: FastifyInstance, endpoints: AnyEndpoint[], serverUrl: string): Promise<void> {
  const document = openApi(endpoints, { serverUrl });
  app.get('/openapi.json', async () => document);
  const { default: reference } = await import('@scalar/fastify-api-reference');
  await app.register(reference, {
    routePrefix: '/docs',
    configuration: { url: '/openapi.json', withDefaultFonts: false, telemetry: false },
  });
}
