import type { Role } from '../../contract/endpoint.ts';
import type { Member } from '../../contract/members.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { conflict, forbidden, notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { recordAudit } from '../projects/audit-log.ts';
import { type InvitedRole, invite } from './invitations.ts';
import { mailLeaves } from './sessions.ts';

/** Members, then invitations that nobody has answered yet; each by age. */
export async function listMembers(ctx: Ctx): Promise<Member[]> {
  const members = await ctx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['user_id', 'users.email', 'role', 'memberships.created_at'])
    .where('project_id', '=', ctx.projectId)
    .orderBy('memberships.created_at')
    .orderBy('user_id')
    .execute();
  const pending = await ctx.db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'created_at'])
    .where('project_id', '=', ctx.projectId)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return [
    ...members.map((row) => ({
      userId: row.user_id,
      invitationId: null,
      email: row.email,
      role: row.role as Role,
      invited: false,
      createdAt: row.created_at.toISOString(),
    })),
    ...pending.map((row) => ({
      userId: null,
      invitationId: row.id,
      email: row.email,
      role: row.role as Role,
      invited: true,
      createdAt: row.created_at.toISOString(),
    })),
  ];
}

/** Who has an account is a member at once; anybody else gets an invitation by mail. */
export async function addMember(ctx: Ctx, { email, role }: { email: string; role: InvitedRole }) {
  const user = await findAccount(ctx, email);
  if (!user) {
    await invite(ctx, email, role);
    return { userId: null, email, role, invited: true };
  }
  await transaction(ctx, async (ctx) => {
    const added = await ctx.db
      .insertInto('memberships')
      .values({ project_id: ctx.projectId, user_id: user.id, role })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (!added) throw conflict(`${email} is a member already`);
    await ctx.db.deleteFrom('invitations').where('project_id', '=', ctx.projectId).where('email', '=', email).execute();
    await recordAudit(ctx, { action: 'member.added', target: email, details: { role } });
  });
  return { userId: user.id, email, role, invited: false };
}

/** An account whose address nobody has confirmed may be a stranger's, who waits for its owner to be invited. */
async function findAccount(ctx: Ctx, email: string): Promise<{ id: string } | undefined> {
  const user = await ctx.db
    .selectFrom('users')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'users.id').on('memberships.project_id', '=', ctx.projectId),
    )
    .select(['users.id', 'users.email_verified', 'memberships.role'])
    .where('users.email', '=', email)
    .executeTakeFirst();
  const isTheirs = user?.email_verified || user?.role || !mailLeaves(ctx);
  return isTheirs ? user : undefined;
}

export function changeRole(ctx: Ctx, userId: string, role: InvitedRole) {
  return transaction(ctx, async (ctx) => {
    const member = await lockMember(ctx, userId);
    if (!member) throw notFound('Member', userId);
    if (member.role === 'OWNER') throw forbidden("The owner's role cannot be changed");
    await ctx.db
      .updateTable('memberships')
      .set({ role, updated_at: ctx.clock.now() })
      .where('project_id', '=', ctx.projectId)
      .where('user_id', '=', userId)
      .execute();
    const details = { from: member.role, to: role };
    await recordAudit(ctx, { action: 'member.role_changed', target: member.email, details });
    return { userId, email: member.email, role };
  });
}

/** `id` is a member's user id, or the id of an invitation that is to be taken back. */
export function removeMember(ctx: Ctx, id: string): Promise<{ message: string }> {
  return transaction(ctx, async (ctx) => {
    const member = await lockMember(ctx, id);
    if (!member) return removeInvitation(ctx, id);
    if (ctx.actor?.kind === 'USER' && ctx.actor.userId === id) throw forbidden('You cannot remove yourself');
    if (member.role === 'OWNER') throw forbidden('The owner cannot be removed');
    await ctx.db.deleteFrom('memberships').where('project_id', '=', ctx.projectId).where('user_id', '=', id).execute();
    await recordAudit(ctx, { action: 'member.removed', target: member.email });
    return { message: 'The member was removed' };
  });
}

async function removeInvitation(ctx: Ctx, id: string): Promise<{ message: string }> {
  const removed = isUuid(id)
    ? await ctx.db
        .deleteFrom('invitations')
        .where('project_id', '=', ctx.projectId)
        .where('id', '=', id)
        .returning('email')
        .executeTakeFirst()
    : undefined;
  if (!removed) throw notFound('Member', id);
  await recordAudit(ctx, { action: 'invitation.removed', target: removed.email });
  return { message: 'The invitation was taken back' };
}

/** Locked: what is decided about a member must still hold when it is written. */
async function lockMember(ctx: Ctx, userId: string): Promise<{ role: string; email: string } | undefined> {
  if (!isUuid(userId)) return undefined;
  return ctx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['role', 'users.email'])
    .where('project_id', '=', ctx.projectId)
    .where('user_id', '=', userId)
    .forUpdate('memberships')
    .executeTakeFirst();
}
