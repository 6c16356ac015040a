import { randomBytes } from 'node:crypto';
import type { Ctx } from '../platform/context.ts';
import { decrypt, encrypt } from '../platform/secrets.ts';

const PURPOSE = 'webhook-secret';
const PREFIX = 'whsec_';
const KEY_BYTES = 32;

/** What the project's webhooks are signed with, as its members copy it into their receivers; made when first needed. */
export async function webhookSecret(ctx: Ctx): Promise<string> {
  return (await readSecret(ctx)) ?? (await makeSecret(ctx));
}

/** The bytes that a secret stands for (Standard Webhooks). */
export const webhookKey = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

async function readSecret(ctx: Ctx): Promise<string | undefined> {
  const { webhook_secret_sealed: sealed } = await ctx.db
    .selectFrom('projects')
    .select('webhook_secret_sealed')
    .where('id', '=', ctx.projectId)
    .executeTakeFirstOrThrow();
  return sealed ? decrypt(ctx.config.secret, PURPOSE, sealed) : undefined;
}

async function makeSecret(ctx: Ctx): Promise<string> {
  const secret = `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;
  const made = await ctx.db
    .updateTable('projects')
    .set({ webhook_secret_sealed: encrypt(ctx.config.secret, PURPOSE, secret) })
    .where('id', '=', ctx.projectId)
    .where('webhook_secret_sealed', 'is', null)
    .returning('id')
    .executeTakeFirst();
  // Somebody else needed one at the same time: theirs is the one.
  return made ? secret : webhookSecret(ctx);
}
