import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { addBootstrapDomains } from '../domains/domain.ts';
import { type BaseCtx, transaction } from '../platform/context.ts';
import { createProject } from '../projects/project.ts';
import { hashPassword } from './passwords.ts';

export interface Bootstrapped {
  email: string;
  /** Only when we made it up: a password that the operator gave is not repeated. */
  password: string | undefined;
  project: string;
  publicKey: string;
  secretKey: string;
}

/** First start with an empty database: one user, one project, its keys and domains. Later starts change nothing. */
export function bootstrap(ctx: BaseCtx): Promise<Bootstrapped | undefined> {
  return transaction(ctx, async (ctx) => {
    // Several processes may start at once: one of them does it.
    await sql`lock table projects, users in share row exclusive mode`.execute(ctx.db);
    if (!(await isEmpty(ctx))) return undefined;
    const { email = 'admin@posthorn.local', project: name = 'My project', domains, ...given } = ctx.config.bootstrap;
    const password = given.password ?? randomBytes(9).toString('base64url');
    const project = await createProject(ctx, {
      name,
      ...(given.publicKey ? { publicKey: given.publicKey } : {}),
      ...(given.secretKey ? { secretKey: given.secretKey } : {}),
    });
    await createOwner(ctx, { email: email.toLowerCase(), password, projectId: project.id });
    await addBootstrapDomains(ctx, project.id, domains);
    return {
      email,
      password: given.password ? undefined : password,
      project: name,
      publicKey: project.publicKey,
      secretKey: project.secretKey,
    };
  });
}

async function isEmpty(ctx: BaseCtx): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from projects) or exists (select from users) as used`.execute(ctx.db);
  return !rows[0]?.used;
}

async function createOwner(ctx: BaseCtx, owner: { email: string; password: string; projectId: string }): Promise<void> {
  const user = await ctx.db
    .insertInto('users')
    .values({
      email: owner.email,
      password_hash: await hashPassword(owner.password),
      email_verified: true,
      address_proven: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('memberships')
    .values({ project_id: owner.projectId, user_id: user.id, role: 'OWNER' })
    .execute();
}
