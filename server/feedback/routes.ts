import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as publicContract from '../../contract/public-contacts.ts';
import * as suppressionContract from '../../contract/suppressions.ts';
import type { ContactPage } from '../delivery/links.ts';
import { addSuppression, listSuppressions, removeSuppression } from '../delivery/suppressions.ts';
import type { BaseCtx } from '../platform/context.ts';
import { openRoute, route } from '../platform/http/router.ts';
import { destinationOf, recordClick } from './click-redirect.ts';
import { PIXEL, recordOpen } from './open-pixel.ts';
import { badLinkPage, failedPage, PAGE_HEADERS, type Page } from './page.ts';
import { changePreferences, showPreferences, unsubscribeAtOnce } from './preferences-page.ts';
import { changePublicContact, getPublicContact } from './public-contact.ts';
import { receiveSnsMessage } from './ses-notification.ts';

export const feedbackRoutes = [
  openRoute(publicContract.getPublicContact).to((ctx, { params }) => getPublicContact(ctx, params.token)),
  openRoute(publicContract.subscribePublicContact).to((ctx, { params }) =>
    changePublicContact(ctx, params.token, 'subscribe'),
  ),
  openRoute(publicContract.unsubscribePublicContact).to((ctx, { params }) =>
    changePublicContact(ctx, params.token, 'unsubscribe'),
  ),
  route(suppressionContract.listSuppressions).to((ctx, { query }) => listSuppressions(ctx, query)),
  route(suppressionContract.addSuppression).to(async (ctx, { body }) => {
    const { suppression, isNew } = await addSuppression(ctx, body.email);
    return { ...suppression, _meta: { isNew } };
  }),
  route(suppressionContract.removeSuppression).to((ctx, { params }) => removeSuppression(ctx, params.email)),
];

/** What mail clients, browsers and Amazon call: pages, pictures and notifications rather than JSON endpoints. */
export function serveFeedback(app: FastifyInstance, ctx: BaseCtx): void {
  void app.register(async (pages) => {
    pages.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500;
      if (status === 500) request.log.error({ err: error }, 'request failed');
      return sendPage(reply, failedPage(request.headers['accept-language'], status));
    });
    pages.removeAllContentTypeParsers();
    await pages.register(formbody, { bodyLimit: MAX_FORM_BYTES });
    // One-click requests may also come as multipart/form-data (RFC 8058): that they come is all they say.
    pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_request, _body, done) =>
      done(null, {}),
    );
    serveTracking(pages, ctx);
    for (const page of ['unsubscribe', 'subscribe', 'manage'] as const) servePreferences(pages, ctx, page);
  });
  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    // SNS says text/plain and sends JSON.
    hooks.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_NOTIFICATION_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    hooks.post('/webhooks/sns', async (request, reply) => {
      const { status, body } = await receiveSnsMessage(ctx, String(request.body ?? ''));
      return reply.code(status).send(body);
    });
  });
}

const MAX_FORM_BYTES = 64 * 1024;
/** SNS sends at most 256 kB. */
const MAX_NOTIFICATION_BYTES = 1024 * 1024;

interface TokenRequest {
  Params: { token: string };
  Querystring: { u?: unknown };
  Body: Record<string, unknown> | undefined;
}

function serveTracking(pages: FastifyInstance, ctx: BaseCtx): void {
  pages.get<TokenRequest>('/t/o/:token', async (request, reply) => {
    if (request.method === 'GET') await evenIfItFails(request, recordOpen(ctx, request.params.token, request));
    return reply.headers({ 'content-type': 'image/gif', 'cache-control': 'no-store' }).send(PIXEL);
  });
  pages.get<TokenRequest>('/t/c/:token', async (request, reply) => {
    const destination = destinationOf(ctx, request.params.token, request.query.u);
    if (!destination) return sendPage(reply, badLinkPage(request.headers['accept-language']));
    if (request.method === 'GET') await evenIfItFails(request, recordClick(ctx, destination, request));
    return reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).redirect(destination.location);
  });
}

/** The reader gets the picture or the page whether or not we could note it. */
async function evenIfItFails(request: FastifyRequest<TokenRequest>, recorded: Promise<void>): Promise<void> {
  await recorded.catch((error: unknown) => request.log.error({ err: error }, 'a visit was not recorded'));
}

function servePreferences(pages: FastifyInstance, ctx: BaseCtx, page: ContactPage): void {
  const asked = (request: FastifyRequest<TokenRequest>) => ({
    page,
    token: request.params.token,
    acceptLanguage: request.headers['accept-language'],
  });
  pages.get<TokenRequest>(`/${page}/:token`, async (request, reply) =>
    sendPage(reply, await showPreferences(ctx, asked(request))),
  );
  pages.post<TokenRequest>(`/${page}/:token`, async (request, reply) => {
    const form = request.body ?? {};
    if (page === 'unsubscribe' && form.action === undefined) {
      await unsubscribeAtOnce(ctx, request.params.token);
      return reply.type('text/plain; charset=utf-8').send('Unsubscribed');
    }
    return sendPage(reply, await changePreferences(ctx, asked(request), form));
  });
}

const sendPage = (reply: FastifyReply, { status, html }: Page): FastifyReply =>
  reply.code(status).headers(PAGE_HEADERS).send(html);
