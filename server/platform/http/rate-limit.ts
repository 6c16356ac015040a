import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { coalesceBy } from '../coalesce.ts';
import { AppError } from '../errors.ts';

export interface RateLimitState {
  limit: number;
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

export type RateLimit = (projectId: string) => Promise<RateLimitState>;

const WINDOW_SECONDS = 60;

/**
 * One counter per project and minute. In memory where this process is alone; in Postgres where others may serve the
 * same project, with concurrent requests of a project counted by one statement.
 */
export function createRateLimit(perMinute: number, sharedPool: pg.Pool | undefined): RateLimit {
  const options = { points: perMinute, duration: WINDOW_SECONDS, keyPrefix: 'api' };
  const limiter = sharedPool
    ? new RateLimiterPostgres({ ...options, storeClient: sharedPool, tableName: 'rate_limits', tableCreated: true })
    : new RateLimiterMemory(options);

  const count = async (projectId: string, requests: number): Promise<RateLimitState[]> => {
    // Above the limit the library rejects with the same result object.
    const result = await limiter.consume(projectId, requests).catch((rejected: unknown) => {
      if (rejected instanceof RateLimiterRes) return rejected;
      throw rejected;
    });
    const before = result.consumedPoints - requests;
    return Array.from({ length: requests }, (_, i) => stateAfter(before + i + 1, result.msBeforeNext));
  };
  const stateAfter = (consumed: number, msBeforeNext: number): RateLimitState => ({
    limit: perMinute,
    remaining: Math.max(perMinute - consumed, 0),
    resetSeconds: Math.max(Math.ceil(msBeforeNext / 1000), 1),
    exceeded: consumed > perMinute,
  });

  if (!sharedPool) return async (projectId) => (await count(projectId, 1))[0] as RateLimitState;
  return coalesceBy(
    (projectId) => projectId,
    (calls) => count(calls[0] as string, calls.length),
    { maxBatch: 500 },
  );
}

export function assertWithinRate({ exceeded, limit, resetSeconds }: RateLimitState): void {
  if (!exceeded) return;
  throw new AppError('RATE_LIMIT_EXCEEDED', `More than ${limit} requests in a minute`, {
    details: { retryAfter: resetSeconds },
    suggestion: `Wait ${resetSeconds} s, then go on more slowly.`,
  });
}
