import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { coalesce } from '../platform/coalesce.ts';
import type { BaseCtx } from '../platform/context.ts';
import type { DB } from '../platform/db/tables.ts';
import type { FindProjectByKey, KeyedProject, KeyKind } from '../platform/http/access.ts';
import { decrypt, encrypt } from '../platform/secrets.ts';

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

/** The pair as members see it. */
export function openKeys(ctx: BaseCtx, row: { public_key_sealed: Buffer; secret_key_sealed: Buffer }): KeyPair {
  return {
    publicKey: decrypt(ctx.config.secret, PURPOSE, row.public_key_sealed),
    secretKey: decrypt(ctx.config.secret, PURPOSE, row.secret_key_sealed),
  };
}

const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer');

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
  const find = async (hashes: Buffer[]) => {
    const wanted = new Map(hashes.map((hash) => [textOf(hash), hash]));
    const rows = await db
      .selectFrom('projects')
      .select(['id', 'disabled', 'wipe', `${column} as hash`])
      .where(column, '=', sql<Buffer>`any(${[...wanted.values()]})`)
      .execute();
    const found = new Map(rows.map((row) => [textOf(row.hash), row]));
    return hashes.map((hash): KeyedProject | undefined => {
      const row = found.get(textOf(hash));
      if (!row || !timingSafeEqual(row.hash, hash)) return undefined;
      return { id: row.id, disabled: row.disabled, isBeingReset: row.wipe !== null };
    });
  };
  return coalesce(find, { maxBatch: 500 });
}

const textOf = (bytes: Buffer): string => bytes.toString('latin1');
