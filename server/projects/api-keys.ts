import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { coalesce } from '../platform/coalesce.ts';
import type { BaseCtx } from '../platform/context.ts';
import type { DB } from '../platform/db/tables.ts';
import type { FindProjectByKey, KeyedProject, KeyKind } from '../platform/http/access.ts';
import { encrypt } from '../platform/secrets.ts';

const PURPOSE = 'api-key';

export interface KeyPair {
  publicKey: string;
  secretKey: string;
}

export function newKeyPair(): KeyPair {
  return { publicKey: `pk_${randomBytes(32).toString('hex')}`, secretKey: `sk_${randomBytes(32).toString('hex')}` };
}

/** The four columns that hold a pair of keys. */
export function keyColumns(ctx: BaseCtx, { publicKey, secretKey }: KeyPair) {
  return {
    public_key_hash: hashOf(publicKey),
    secret_key_hash: hashOf(secretKey),
    public_key_sealed: encrypt(ctx.config.secret, PURPOSE, publicKey),
    secret_key_sealed: encrypt(ctx.config.secret, PURPOSE, secretKey),
  };
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

const COLUMN = { public: 'public_key_hash', secret: 'secret_key_hash' } as const;

/**
 * Looked up in the database on every request and never cached, so that a rotated key is dead on the next request in
 * every process; concurrent lookups share one statement.
 */
export function projectByKeyFinder(db: Kysely<DB>): FindProjectByKey {
  const finders = { public: finderOf(db, 'public'), secret: finderOf(db, 'secret') };
  return (kind, key) => finders[kind](hashOf(key));
}

function finderOf(db: Kysely<DB>, kind: KeyKind) {
  const column = COLUMN[kind];
  return coalesce<Buffer, KeyedProject | undefined>(
    async (hashes) => {
      const rows = await db
        .selectFrom('projects')
        .select(['id', 'disabled', `${column} as hash`])
        .where(column, 'in', hashes)
        .execute();
      return hashes.map((hash) => {
        const row = rows.find((each) => timingSafeEqual(each.hash, hash));
        return row && { id: row.id, disabled: row.disabled };
      });
    },
    { maxBatch: 200, maxInFlight: 4 },
  );
}
