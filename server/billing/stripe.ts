import Stripe from 'stripe';
import { seconds } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { BaseCtx } from '../platform/context.ts';
import { AppError, legacyError } from '../platform/errors.ts';

export interface Billing {
  stripe: Stripe;
  settings: NonNullable<Config['stripe']>;
}

const clients = new WeakMap<Billing['settings'], Billing>();

export function findBilling({ config: { stripe: settings } }: BaseCtx): Billing | undefined {
  if (!settings) return undefined;
  const known = clients.get(settings) ?? { stripe: clientFor(settings), settings };
  clients.set(settings, known);
  return known;
}

export function getBilling(ctx: BaseCtx): Billing {
  const billing = findBilling(ctx);
  if (!billing) throw legacyError(404, 'Billing is not enabled');
  return billing;
}

function clientFor({ secretKey, apiUrl }: Billing['settings']): Stripe {
  const common = { timeout: seconds(20), maxNetworkRetries: 2, telemetry: false };
  if (!apiUrl) return new Stripe(secretKey, common);
  const { protocol, hostname, port } = new URL(apiUrl);
  const isHttps = protocol === 'https:';
  return new Stripe(secretKey, {
    ...common,
    protocol: isHttps ? 'https' : 'http',
    host: hostname,
    port: port || (isHttps ? 443 : 80),
  });
}

/** Of a request to Stripe: what it refuses is told to the caller, what it cannot do now is a 503. */
export async function answerOf<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw legacyError(400, error.message);
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw Object.assign(
      new AppError('SERVICE_UNAVAILABLE', 'The billing provider cannot answer now: try again later'),
      {
        cause: error,
      },
    );
  }
}

/** Stripe gives an id, or the whole thing where it was asked to. */
export const idOf = (thing: string | { id: string } | null | undefined): string | undefined =>
  typeof thing === 'string' ? thing : thing?.id;

/** Stripe counts seconds. */
export const timeOf = (stamp: number): string => new Date(stamp * 1000).toISOString();
