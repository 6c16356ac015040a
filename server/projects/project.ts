import type { Selectable } from 'kysely';
import type { Role } from '../../contract/endpoint.ts';
import type { Project } from '../../contract/projects.ts';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import type { Projects } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import { type KeyPair, keyColumns, newKeyPair, openKeys } from './api-keys.ts';

export interface NewProject extends Partial<KeyPair> {
  name: string;
}

export async function createProject(ctx: BaseCtx, { name, ...given }: NewProject): Promise<KeyPair & { id: string }> {
  const keys = { ...newKeyPair(), ...given };
  const { id } = await ctx.db
    .insertInto('projects')
    .values({ name, ...keyColumns(ctx, keys) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, ...keys };
}

export type ProjectRow = Selectable<Projects>;

export function getProject(ctx: Ctx): Promise<ProjectRow> {
  return ctx.db.selectFrom('projects').selectAll().where('id', '=', ctx.projectId).executeTakeFirstOrThrow();
}

/** Until the transaction ends nothing new can refer to it, and nobody else deletes it. */
export async function lockProject(ctx: Ctx): Promise<ProjectRow> {
  const row = await ctx.db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', ctx.projectId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Project', ctx.projectId);
  return row;
}

/** As a member of this role sees it, keys included. */
export function projectFor(ctx: BaseCtx, row: ProjectRow, role: Role): Project {
  const { publicKey, secretKey } = openKeys(ctx, row);
  return {
    id: row.id,
    name: row.name,
    public: publicKey,
    secret: secretKey,
    publicLastUsedAt: row.public_key_used_at?.toISOString() ?? null,
    secretLastUsedAt: row.secret_key_used_at?.toISOString() ?? null,
    disabled: row.disabled,
    disabledReason: disabledReason(row),
    customer: row.customer,
    subscription: row.subscription,
    billingLimitWorkflows: row.billing_limit_workflows,
    billingLimitCampaigns: row.billing_limit_campaigns,
    billingLimitTransactional: row.billing_limit_transactional,
    billingLimitInbound: row.billing_limit_inbound,
    tracking: row.tracking as Project['tracking'],
    language: row.language,
    role,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Reset: for as long as its data is being deleted, and nothing else is wrong with it. */
export const disabledReason = (row: Pick<ProjectRow, 'disabled_reason' | 'wipe'>): Project['disabledReason'] =>
  (row.disabled_reason as Project['disabledReason']) ?? (row.wipe ? 'RESET' : null);

/** As the caller sees it. */
export const toProject = (ctx: Ctx, row: ProjectRow): Project =>
  projectFor(ctx, row, ctx.actor?.kind === 'USER' ? ctx.actor.role : 'MEMBER');

/** Where a path names the project too, any other than the caller's own is like one that nobody has. */
export function assertOwnProject(ctx: Ctx, id: string): void {
  if (id.toLowerCase() !== ctx.projectId) throw notFound('Project', id);
}

/** The project that sends the deployment's own mail; made when it is first needed. */
export async function systemProject(ctx: BaseCtx): Promise<string> {
  const existing = await ctx.db.selectFrom('projects').select('id').where('is_system', '=', true).executeTakeFirst();
  if (existing) return existing.id;
  const { id } = await ctx.db
    .insertInto('projects')
    .values({ name: 'Posthorn', is_system: true, tracking: 'DISABLED', ...keyColumns(ctx, newKeyPair()) })
    // Two processes may need it at once: the second takes what the first has made.
    .onConflict((conflict) =>
      conflict.column('is_system').where('is_system', '=', true).doUpdateSet({ is_system: true }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Opens and clicks of such mail are tracked in this project. */
export function isTracked({ tracking }: Pick<ProjectRow, 'tracking'>, sourceType: string): boolean {
  return tracking === 'ENABLED' || (tracking === 'MARKETING_ONLY' && sourceType !== 'TRANSACTIONAL');
}
