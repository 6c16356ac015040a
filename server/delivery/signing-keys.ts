import { findSigningKey } from '../domains/domain.ts';
import { minutes } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import type { createDkimSigner } from './dkim/signer.ts';
import { WeightedCache } from './weighted-cache.ts';

export interface SigningKeys {
  /** The message with its DKIM signature, or as it is where the sender's domain has no key (SES signs by itself). */
  sign(projectId: string, fromEmail: string, raw: Buffer): Promise<Buffer>;
}

type Key = Awaited<ReturnType<typeof findSigningKey>>;

export function createSigningKeys(ctx: BaseCtx, signer: ReturnType<typeof createDkimSigner>): SigningKeys {
  const cache = new WeightedCache<Promise<Key>>({ maxWeight: 1000, maxAgeMs: minutes(1) });
  const keyOf = (projectId: string, domain: string): Promise<Key> => {
    const cached = cache.get(`${projectId} ${domain}`);
    if (cached) return cached;
    const found = findSigningKey({ ...ctx, projectId }, domain);
    cache.set(`${projectId} ${domain}`, found, 1);
    return found;
  };
  return {
    sign: async (projectId, fromEmail, raw) => {
      const key = await keyOf(projectId, fromEmail.slice(fromEmail.lastIndexOf('@') + 1).toLowerCase());
      return key ? signer.sign(raw, key) : raw;
    },
  };
}
