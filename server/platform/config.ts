import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { StartError } from './start-error.ts';

const flag = z.stringbool();
const port = z.coerce.number().int().min(0).max(65535);
const wholeNumber = z.coerce.number().int().positive();
const PUBLIC_KEY = /^pk_[A-Za-z0-9_-]{8,}$/;
const SECRET_KEY = /^sk_[A-Za-z0-9_-]{8,}$/;

const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .transform((url) => url.replace(/\/+$/, ''));

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  DATABASE_POOL_SIZE: wholeNumber.default(20),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  MAIL_TRANSPORT: z.string().default('capture'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DISABLE_SIGNUPS: flag.default(false),
  IDEMPOTENCY_KEY_TTL_HOURS: z.coerce.number().positive().default(24),
  RATE_LIMIT_PER_MINUTE: wholeNumber.default(1000),
  BOOTSTRAP_EMAIL: z.email('must be an e-mail address').optional(),
  BOOTSTRAP_PASSWORD: z.string().min(6, 'must be at least 6 characters').optional(),
  BOOTSTRAP_PROJECT: z.string().min(1).max(100).optional(),
  BOOTSTRAP_PUBLIC_KEY: z.string().regex(PUBLIC_KEY, 'must be pk_ and at least 8 letters or digits').optional(),
  BOOTSTRAP_SECRET_KEY: z.string().regex(SECRET_KEY, 'must be sk_ and at least 8 letters or digits').optional(),
  BOOTSTRAP_DOMAINS: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((domain) => domain.trim().toLowerCase())
        .filter(Boolean),
    )
    .optional(),
});

export type Config = ReturnType<typeof readConfig>;

/** Reads and checks every setting; the only reader of the environment. Empty variables count as unset. */
export function readConfig(env: Record<string, string | undefined> = environmentWithFile()) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const settings = parsed.data;
  if (settings.DATABASE_URL && !settings.SECRET) {
    throw new StartError('SECRET: required with DATABASE_URL, so that every process signs with the same one');
  }
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL ?? `http://${printableHost(settings.HOST)}:${settings.PORT}`,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    role: settings.ROLE,
    secret: settings.SECRET ?? '',
    mailTransport: settings.MAIL_TRANSPORT,
    logLevel: settings.LOG_LEVEL,
    signupsDisabled: settings.DISABLE_SIGNUPS,
    idempotencyKeyTtlHours: settings.IDEMPOTENCY_KEY_TTL_HOURS,
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    /** Counters must be shared as soon as another process may serve the same projects. */
    sharesDatabase: settings.DATABASE_URL !== undefined,
    bootstrap: {
      email: settings.BOOTSTRAP_EMAIL,
      password: settings.BOOTSTRAP_PASSWORD,
      project: settings.BOOTSTRAP_PROJECT,
      publicKey: settings.BOOTSTRAP_PUBLIC_KEY,
      secretKey: settings.BOOTSTRAP_SECRET_KEY,
      domains: settings.BOOTSTRAP_DOMAINS ?? [],
    },
  });
}

function environmentWithFile(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

const printableHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};
