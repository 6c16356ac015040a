import type { Ctx } from '../platform/context.ts';

/** The addresses of everybody who belongs to the project. */
export async function listMemberAddresses(ctx: Ctx): Promise<string[]> {
  const members = await ctx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.email')
    .where('memberships.project_id', '=', ctx.projectId)
    .orderBy('users.email')
    .execute();
  return members.map(({ email }) => email);
}
