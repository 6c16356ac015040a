import { Resolver } from 'node:dns';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { serviceSettings, servicesOf } from './service-settings.ts';
import { flag, port, webUrl } from './setting-kinds.ts';
import { StartError } from './start-error.ts';

const positive = z.coerce.number('must be a number').positive('must be more than 0');
const wholeNumber = positive.int('must be a whole number');
const PUBLIC_KEY = /^pk_[A-Za-z0-9_-]{8,}$/;
const SECRET_KEY = /^sk_[A-Za-z0-9_-]{8,}$/;

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

const hostName = z
  .string()
  .toLowerCase()
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/, 'must be a host name, for example mail.example.com');

const privateNetworks = z.union(
  [
    z.literal('true').transform(() => 'all' as const),
    z.literal('false').transform((): string[] => []),
    list.refine((networks) => networks.every((network) => ipaddr.isValidCIDR(network))),
  ],
  'must be true, false or a comma separated list of networks, for example 10.1.0.0/16',
);

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
  CONFIRM_RESTORE: z.enum(['send', 'discard'], 'must be send or discard').optional(),
  MAIL_TRANSPORT: z
    .string()
    .refine(
      isMailTransport,
      'must be capture, ses, smtp://user:password@host:port or smtps://… ' +
        '(with ?requireTls=true, ?rejectUnauthorized=false or ?name=our.host.name)',
    )
    .default('capture'),
  SMTP_MAX_CONNECTIONS: wholeNumber.default(5),
  SMTP_MESSAGES_PER_CONNECTION: wholeNumber.default(1000),
  SES_MAX_CONNECTIONS: wholeNumber.default(20),
  SES_CONFIGURATION_SET: z.string().optional(),
  AWS_REGION: z.string().optional(),
  AWS_DEFAULT_REGION: z.string().optional(),
  SES_ENDPOINT: webUrl.optional(),
  DOMAIN_VERIFICATION: z.enum(['dns', 'trust']).optional(),
  DNS_SERVERS: list.refine(areDnsServers, 'must be a comma separated list of ip or ip:port').optional(),
  BOUNCE_DOMAIN: hostName.optional(),
  BOUNCE_SMTP_PORT: port.optional(),
  BOUNCE_SMTP_HOST: z.string().default('0.0.0.0'),
  SNS_TOPIC_ARNS: list.optional(),
  SNS_ORIGIN: webUrl.optional(),
  SPF_INCLUDE: hostName.optional(),
  INBOUND_DOMAIN: hostName.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DISABLE_SIGNUPS: flag.default(false),
  VERIFY_EMAIL_ON_SIGNUP: flag.default(false),
  GITHUB_OAUTH_CLIENT_ID: z.string().optional(),
  GITHUB_OAUTH_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: webUrl.default('https://github.com'),
  GITHUB_API_URL: webUrl.default('https://api.github.com'),
  GOOGLE_OAUTH_CLIENT_ID: z.string().optional(),
  GOOGLE_OAUTH_CLIENT_SECRET: z.string().optional(),
  GOOGLE_OAUTH_ISSUER: webUrl.default('https://accounts.google.com'),
  TRUSTED_PROXIES: list.refine(areNetworks, 'must be a comma separated list of addresses or networks').optional(),
  IDEMPOTENCY_KEY_TTL_HOURS: positive.default(24),
  RATE_LIMIT_PER_MINUTE: wholeNumber.default(1000),
  SYSTEM_MAIL_FROM: z.email('must be an e-mail address').optional(),
  EMAIL_RATE_PER_SECOND: positive.optional(),
  PROJECT_EMAIL_RATE_PER_SECOND: positive.optional(),
  DELIVERY_LEASE_SECONDS: z.coerce.number().positive().default(30),
  WEBHOOK_ALLOW_PRIVATE: privateNetworks.default([]),
  WEBHOOK_TIMEOUT_SECONDS: positive.default(10),
  ...serviceSettings,
  MAX_ATTACHMENTS_COUNT: wholeNumber.default(10),
  MAX_ATTACHMENT_SIZE_MB: positive.default(10),
  BOOTSTRAP_EMAIL: z.email('must be an e-mail address').optional(),
  BOOTSTRAP_PASSWORD: z.string().min(6, 'must be at least 6 characters').optional(),
  BOOTSTRAP_PROJECT: z.string().min(1).max(100).optional(),
  BOOTSTRAP_PUBLIC_KEY: z.string().regex(PUBLIC_KEY, 'must be pk_ and at least 8 letters or digits').optional(),
  BOOTSTRAP_SECRET_KEY: z.string().regex(SECRET_KEY, 'must be sk_ and at least 8 letters or digits').optional(),
  BOOTSTRAP_DOMAINS: list.transform((domains) => domains.map((domain) => domain.toLowerCase())).optional(),
});

/** Every variable that is read; .env.example lists the same. */
export const SETTINGS = Object.keys(environment.shape);

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
  assertTogether(settings);
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL ?? `http://${printableHost(settings.HOST)}:${settings.PORT}`,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    role: settings.ROLE,
    secret: settings.SECRET ?? '',
    /** What to do with mail that was queued in the backup that this database was restored from. */
    confirmRestore: settings.CONFIRM_RESTORE,
    ...mailOf(settings),
    logLevel: settings.LOG_LEVEL,
    signupsDisabled: settings.DISABLE_SIGNUPS,
    /** Addresses that cannot get mail, or only for a while, are refused at signup. */
    verifyEmailOnSignup: settings.VERIFY_EMAIL_ON_SIGNUP,
    github: {
      client: clientOf(settings.GITHUB_OAUTH_CLIENT_ID, settings.GITHUB_OAUTH_CLIENT_SECRET),
      url: settings.GITHUB_URL,
      apiUrl: settings.GITHUB_API_URL,
    },
    google: {
      client: clientOf(settings.GOOGLE_OAUTH_CLIENT_ID, settings.GOOGLE_OAUTH_CLIENT_SECRET),
      issuer: settings.GOOGLE_OAUTH_ISSUER,
    },
    /** Whose word about the caller's address (X-Forwarded-For) is believed. */
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    idempotencyKeyTtlHours: settings.IDEMPOTENCY_KEY_TTL_HOURS,
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    systemMailFrom: settings.SYSTEM_MAIL_FROM,
    emailRatePerSecond: settings.EMAIL_RATE_PER_SECOND,
    projectEmailRatePerSecond: settings.PROJECT_EMAIL_RATE_PER_SECOND,
    deliveryLeaseSeconds: settings.DELIVERY_LEASE_SECONDS,
    /** Private addresses that webhook steps of workflows may call. */
    webhookPrivateNetworks: settings.WEBHOOK_ALLOW_PRIVATE,
    webhookTimeoutSeconds: settings.WEBHOOK_TIMEOUT_SECONDS,
    ...servicesOf(settings),
    maxAttachments: settings.MAX_ATTACHMENTS_COUNT,
    maxAttachmentMegabytes: settings.MAX_ATTACHMENT_SIZE_MB,
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

type Settings = z.infer<typeof environment>;

/** How mail leaves and what comes back. */
const mailOf = (settings: Settings) => ({
  mailTransport: settings.MAIL_TRANSPORT,
  smtpMaxConnections: settings.SMTP_MAX_CONNECTIONS,
  smtpMessagesPerConnection: settings.SMTP_MESSAGES_PER_CONNECTION,
  sesMaxConnections: settings.SES_MAX_CONNECTIONS,
  /** Whose event destinations SES reports to. */
  sesConfigurationSet: settings.SES_CONFIGURATION_SET,
  awsRegion: settings.AWS_REGION ?? settings.AWS_DEFAULT_REGION,
  sesEndpoint: settings.SES_ENDPOINT,
  /** With the capture transport no mail leaves the machine, so nobody's domain can be abused. */
  domainVerification: settings.DOMAIN_VERIFICATION ?? (settings.MAIL_TRANSPORT === 'capture' ? 'trust' : 'dns'),
  /** Empty: the system's own. */
  dnsServers: settings.DNS_SERVERS ?? [],
  /** Host that receives bounces. */
  bounceDomain: settings.BOUNCE_DOMAIN,
  /** Where delivery reports are taken by SMTP; without a port nobody listens. */
  bounceSmtpPort: settings.BOUNCE_SMTP_PORT,
  bounceSmtpHost: settings.BOUNCE_SMTP_HOST,
  /** Whose SES notifications we believe; empty: any topic, since a message id is needed to do anything. */
  snsTopicArns: settings.SNS_TOPIC_ARNS ?? [],
  /** A service of one's own that speaks SNS, trusted beside Amazon's for certificates and confirmations. */
  snsOrigin: settings.SNS_ORIGIN,
  /** Domain whose SPF record names the machines that send for us; without it the bounce host sends itself. */
  spfInclude: settings.SPF_INCLUDE,
  /** Host that receives mail for the senders' domains. */
  inboundDomain: settings.INBOUND_DOMAIN,
});

/** Settings that need each other. */
function assertTogether(settings: Settings): void {
  if (settings.DATABASE_URL && !settings.SECRET) {
    throw new StartError('SECRET: required with DATABASE_URL, so that every process signs with the same one');
  }
  if (settings.BOUNCE_SMTP_PORT !== undefined && !settings.BOUNCE_DOMAIN) {
    throw new StartError('BOUNCE_DOMAIN: required with BOUNCE_SMTP_PORT, the host whose reports are taken there');
  }
  for (const provider of ['GITHUB', 'GOOGLE'] as const) {
    const [id, secret] = [`${provider}_OAUTH_CLIENT_ID`, `${provider}_OAUTH_CLIENT_SECRET`] as const;
    if (Boolean(settings[id]) !== Boolean(settings[secret])) throw new StartError(`${id} and ${secret}: set both`);
  }
  if (settings.MAIL_TRANSPORT === 'ses' && !settings.AWS_REGION && !settings.AWS_DEFAULT_REGION) {
    throw new StartError('AWS_REGION: required with MAIL_TRANSPORT=ses, for example eu-west-1');
  }
}

export interface OAuthClient {
  id: string;
  secret: string;
}

const clientOf = (id: string | undefined, secret: string | undefined): OAuthClient | undefined =>
  id && secret ? { id, secret } : undefined;

function areNetworks(networks: string[]): boolean {
  return networks.every((network) => ipaddr.isValid(network) || ipaddr.isValidCIDR(network));
}

const RELAY_OPTIONS: Record<string, RegExp> = {
  requireTls: /^(true|false)$/,
  rejectUnauthorized: /^(true|false)$/,
  name: /./,
};

function isMailTransport(value: string): boolean {
  if (value === 'capture' || value === 'ses') return true;
  const url = URL.parse(value);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false;
  return [...url.searchParams].every(([name, given]) => RELAY_OPTIONS[name]?.test(given));
}

function areDnsServers(servers: string[]): boolean {
  try {
    new Resolver().setServers(servers);
    return true;
  } catch {
    return false;
  }
}

function environmentWithFile(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

const printableHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};
