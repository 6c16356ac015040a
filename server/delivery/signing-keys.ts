import { findSigningKey, type SigningKey } from '../domains/domain.ts';
import { minutes } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import type { DkimSigner } from './dkim/signer.ts';
import { WeightedCache } from './weighted-cache.ts';

export interface SigningKeys {
  /** The message with its DKIM signature, or as it is where the sender's domain has no key (SES signs by itself). */
  sign(projectId: string, fromEmail: string, raw: Buffer): Promise<Buffer>;
}

/** The key itself cannot be used; the database's troubles are not of this kind. */
export class SigningError extends Error {}

export function createSigningKeys(ctx: BaseCtx, signer: DkimSigner): SigningKeys {
  const cache = new WeightedCache<{ key: SigningKey | undefined }>({ maxWeight: 1000, maxAgeMs: minutes(1) });
  const keyOf = async (projectId: string, domain: string): Promise<SigningKey | undefined> => {
    const cached = cache.get(`${projectId} ${domain}`);
    if (cached) return cached.key;
    const key = await findSigningKey({ ...ctx, projectId }, domain);
    cache.set(`${projectId} ${domain}`, { key }, 1);
    return key;
  };
  return {
    sign: async (projectId, fromEmail, raw) => {
      const key = await keyOf(projectId, fromEmail.slice(fromEmail.lastIndexOf('@') + 1).toLowerCase());
      if (!key) return raw;
      return signer.sign(raw, key).catch((error: Error) => {
        throw new SigningError(error.message, { cause: error });
      });
    },
  };
}
