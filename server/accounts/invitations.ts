import { days, hours } from '../platform/clock.ts';
import { type BaseCtx, type Ctx, transaction } from '../platform/context.ts';
import { badRequest, forbidden } from '../platform/errors.ts';
import type { SessionCtx } from '../platform/http/router.ts';
import { recordAudit } from '../projects/audit-log.ts';
import { getProject } from '../projects/project.ts';
import { mailInvitation } from './account-mails.ts';
import { newToken, tokenHash } from './account-tokens.ts';
import { assertAttemptAllowed } from './attempts.ts';
import { confirmAddress } from './user.ts';

export type InvitedRole = 'ADMIN' | 'MEMBER';

const LIFE_MS = days(7);
// An invitation is mail to a stranger: no project may use them to flood one.
const PER_ADDRESS = { name: 'invite', limit: 3, windowMs: hours(1) };
const PER_PROJECT = { name: 'invite-project', limit: 50, windowMs: hours(1) };

/** Inviting again sends a new link; the earlier one stops working. */
export async function invite(ctx: Ctx, email: string, role: InvitedRole): Promise<void> {
  await assertAttemptAllowed(ctx, PER_ADDRESS, `${ctx.projectId} ${email}`);
  await assertAttemptAllowed(ctx, PER_PROJECT, ctx.projectId);
  const token = newToken();
  const now = ctx.clock.now();
  const promise = {
    role,
    token_hash: tokenHash(token),
    expires_at: new Date(now.getTime() + LIFE_MS),
    created_at: now,
  };
  await transaction(ctx, async (ctx) => {
    await ctx.db
      .insertInto('invitations')
      .values({ project_id: ctx.projectId, email, ...promise })
      .onConflict((conflict) => conflict.columns(['project_id', 'email']).doUpdateSet(promise))
      .execute();
    const { name } = await getProject(ctx);
    await mailInvitation(ctx, email, { token, project: name, by: await inviterOf(ctx) });
    await recordAudit(ctx, { action: 'member.invited', target: email, details: { role } });
  });
}

async function inviterOf({ db, actor }: Ctx): Promise<string> {
  if (actor?.kind !== 'USER') return 'Somebody';
  const user = await db.selectFrom('users').select('email').where('id', '=', actor.userId).executeTakeFirstOrThrow();
  return user.email;
}

export interface Invitation {
  id: string;
  project_id: string;
  project: string;
  email: string;
  role: string;
}

export async function findInvitation(ctx: BaseCtx, token: string): Promise<Invitation> {
  const found = await ctx.db
    .selectFrom('invitations')
    .innerJoin('projects', 'projects.id', 'invitations.project_id')
    .select(['invitations.id', 'project_id', 'projects.name as project', 'email', 'role'])
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  if (!found) throw badRequest('This invitation is not valid any more: ask for a new one');
  return found;
}

/** What the page behind the link shows before anybody has signed in. */
export async function showInvitation(ctx: BaseCtx, token: string) {
  const { project, email, role } = await findInvitation(ctx, token);
  const account = await ctx.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return { project, email, role: role as InvitedRole, hasAccount: account !== undefined };
}

export function acceptInvitation(ctx: SessionCtx, token: string) {
  return transaction(ctx, async (ctx) => {
    const invitation = await findInvitation(ctx, token);
    const user = await ctx.db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '=', ctx.userId)
      .executeTakeFirstOrThrow();
    if (user.email !== invitation.email) {
      throw forbidden(`This invitation is for ${invitation.email}: sign in with an account of that address`);
    }
    await joinByInvitation(ctx, user, invitation);
    await confirmAddress(ctx, user.id);
    return { projectId: invitation.project_id, role: invitation.role as InvitedRole };
  });
}

/** The invitation is used up; of two who use it at once, one joins. Who is a member already keeps the role. */
export async function joinByInvitation(
  base: BaseCtx & { visit: { ip: string } },
  user: { id: string; email: string },
  { id, project_id, role }: Invitation,
): Promise<void> {
  const used = await base.db
    .deleteFrom('invitations')
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw badRequest('This invitation is not valid any more: ask for a new one');
  const joined = await base.db
    .insertInto('memberships')
    .values({ project_id, user_id: user.id, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning('role')
    .executeTakeFirst();
  if (!joined) return;
  const actor = { kind: 'USER', userId: user.id, role: role as InvitedRole, ip: base.visit.ip } as const;
  await recordAudit({ ...base, projectId: project_id, actor }, { action: 'member.joined', target: user.email });
}

export async function deleteExpiredInvitations(ctx: BaseCtx): Promise<void> {
  await ctx.db.deleteFrom('invitations').where('expires_at', '<=', ctx.clock.now()).execute();
}
