import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as accounts from '../../contract/accounts.ts';
import * as config from '../../contract/config.ts';
import * as members from '../../contract/members.ts';
import * as projects from '../../contract/projects.ts';
import type { BaseCtx } from '../platform/context.ts';
import { openRoute, route, sessionRoute } from '../platform/http/router.ts';
import { setSessionCookie } from '../platform/http/visit.ts';
import { updateProject } from '../projects/edit-project.ts';
import { listAuditLog } from '../projects/list-audit-log.ts';
import { createOwnProject, listProjects } from '../projects/own-projects.ts';
import { assertOwnProject } from '../projects/project.ts';
import { regenerateKeys } from '../projects/regenerate-keys.ts';
import { changePassword } from './change-password.ts';
import { acceptInvitation, showInvitation } from './invitations.ts';
import { login } from './login.ts';
import { addMember, changeRole, listMembers, removeMember } from './members.ts';
import { beginOAuth, finishOAuth, OAUTH_MS } from './oauth.ts';
import type { ProviderName } from './oauth-providers.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import { configuredProviders, publicConfig } from './public-config.ts';
import { setupState } from './setup-state.ts';
import { signup } from './signup.ts';
import { getMe } from './user.ts';
import { requestVerification, verifyEmail } from './verify-email.ts';
import { deleteProject, resetProject } from './wipe-project.ts';

const wrapped = async <T>(data: T | Promise<T>) => ({ success: true as const, data: await data });

export const accountRoutes = [
  openRoute(accounts.login).to((ctx, { body }) => wrapped(login(ctx, body))),
  openRoute(accounts.signup).to((ctx, { body }) => wrapped(signup(ctx, body))),
  openRoute(accounts.logout).to(async (ctx) => {
    ctx.visit.endSession();
    return true;
  }),
  openRoute(accounts.oauthConfig).to((ctx) => wrapped(configuredProviders(ctx))),
  openRoute(accounts.verifyEmail).to((ctx, { body }) => wrapped(verifyEmail(ctx, body.token))),
  sessionRoute(accounts.requestVerification).to((ctx) => wrapped(requestVerification(ctx))),
  openRoute(accounts.requestPasswordReset).to((ctx, { body }) => wrapped(requestPasswordReset(ctx, body.email))),
  openRoute(accounts.resetPassword).to((ctx, { body }) => wrapped(resetPassword(ctx, body))),
  openRoute(accounts.showInvitation).to((ctx, { params }) => wrapped(showInvitation(ctx, params.token))),
  sessionRoute(accounts.acceptInvitation).to((ctx, { body }) => wrapped(acceptInvitation(ctx, body.token))),
  sessionRoute(accounts.me).to((ctx) => getMe(ctx)),
  sessionRoute(accounts.changePassword).to((ctx, { body }) => wrapped(changePassword(ctx, body))),
  sessionRoute(projects.listProjects).to((ctx) => listProjects(ctx, ctx.userId)),
  sessionRoute(projects.createProject).to((ctx, { body }) =>
    createOwnProject(ctx, body.name, { userId: ctx.userId, ip: ctx.visit.ip }),
  ),
  route(projects.updateProject).to((ctx, { body }) => updateProject(ctx, body)),
  route(projects.deleteProject).to((ctx) => deleteProject(ctx)),
  route(projects.regenerateKeys).to((ctx) => regenerateKeys(ctx)),
  route(projects.resetProject).to((ctx) => resetProject(ctx)),
  route(projects.setupState).to((ctx, { params }) => {
    assertOwnProject(ctx, params.id);
    return wrapped(setupState(ctx));
  }),
  route(members.listMembers).to((ctx, { params }) => {
    assertOwnProject(ctx, params.id);
    return wrapped(listMembers(ctx));
  }),
  route(members.addMember).to((ctx, { body }) => wrapped(addMember(ctx, body))),
  route(members.changeRole).to((ctx, { params, body }) => wrapped(changeRole(ctx, params.userId, body.role))),
  route(members.removeMember).to((ctx, { params }) => wrapped(removeMember(ctx, params.userId))),
  route(members.listAuditLog).to((ctx, { query }) => listAuditLog(ctx, query)),
  openRoute(config.getConfig).to(async (ctx) => publicConfig(ctx)),
];

const STATE_COOKIE = 'posthorn_oauth';

/** Where a browser goes to sign in with a provider, and where the provider sends it back. */
export function serveOAuth(app: FastifyInstance, ctx: BaseCtx): void {
  for (const provider of ['github', 'google'] as const) {
    app.get(`/oauth/${provider}`, (request, reply) => begin(ctx, provider, request, reply));
    app.get(`/oauth/${provider}/callback`, (request, reply) => finish(ctx, provider, request, reply));
  }
}

async function begin(ctx: BaseCtx, provider: ProviderName, request: FastifyRequest, reply: FastifyReply) {
  const { invitation } = request.query as { invitation?: unknown };
  const token = typeof invitation === 'string' && /^[0-9a-f]{64}$/.test(invitation) ? invitation : undefined;
  const begun = await beginOAuth(ctx, provider, token);
  if ('failed' in begun) return reply.redirect(signInPage(begun.failed));
  setStateCookie(ctx, request, reply, begun.memory);
  return reply.redirect(begun.location);
}

async function finish(ctx: BaseCtx, provider: ProviderName, request: FastifyRequest, reply: FastifyReply) {
  const { searchParams } = new URL(request.url, ctx.config.publicUrl);
  const memory = request.server.parseCookie(request.headers.cookie ?? '')[STATE_COOKIE];
  const end = await finishOAuth(ctx, provider, { memory, parameters: searchParams });
  setStateCookie(ctx, request, reply, '');
  if ('failed' in end) return reply.redirect(signInPage(end.failed));
  setSessionCookie(request, reply, end.token, ctx.config.publicUrl);
  return reply.redirect(end.invitation ? `/app/accept-invitation?token=${end.invitation}` : '/app');
}

const signInPage = (reason: string): string => `/app/auth/sign-in?error=${reason}`;

/** Lax: it must come along when the provider sends the browser back. */
function setStateCookie({ config }: BaseCtx, request: FastifyRequest, reply: FastifyReply, value: string): void {
  const cookie = request.server.serializeCookie(STATE_COOKIE, value, {
    path: '/oauth',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: value === '' ? 0 : OAUTH_MS / 1000,
  });
  reply.header('set-cookie', cookie).header('cache-control', 'no-store');
}
