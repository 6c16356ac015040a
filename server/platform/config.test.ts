import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig, SETTINGS } from './config.ts';
import { StartError } from './start-error.ts';

describe('settings', () => {
  it('have defaults for a start with none of them', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      databaseUrl: undefined,
      role: 'all',
      mailTransport: 'capture',
      logLevel: 'info',
      signupsDisabled: false,
      idempotencyKeyTtlHours: 24,
      rateLimitPerMinute: 1000,
      sharesDatabase: false,
    });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PUBLIC_URL', 'example.com'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['DATABASE_URL', 'mysql://localhost/db'],
    ['ROLE', 'everything'],
    ['SECRET', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['DISABLE_SIGNUPS', 'perhaps'],
    ['IDEMPOTENCY_KEY_TTL_HOURS', '0'],
    ['IDEMPOTENCY_KEY_TTL_HOURS', 'a day'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['RATE_LIMIT_PER_MINUTE', '10.5'],
    ['BOOTSTRAP_EMAIL', 'nobody'],
    ['BOOTSTRAP_PASSWORD', '12345'],
    ['BOOTSTRAP_PUBLIC_KEY', 'sk_wrong_kind'],
    ['BOOTSTRAP_SECRET_KEY', 'pk_wrong_kind'],
  ])('%s=%s is refused in one line that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]+$`));
  });

  it('a database of your own needs a secret of your own', () => {
    const DATABASE_URL = 'postgres://localhost/posthorn';
    expect(() => readConfig({ DATABASE_URL })).toThrow(/^SECRET: /);
    const config = readConfig({ DATABASE_URL, SECRET: 's'.repeat(32) });
    expect(config).toMatchObject({ databaseUrl: DATABASE_URL, sharesDatabase: true });
  });

  it('that are empty count as not given', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', DISABLE_SIGNUPS: '' })).toMatchObject({ port: 3000 });
  });

  it.each([
    [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ PUBLIC_URL: 'https://mail.example.com/' }, 'https://mail.example.com'],
  ])('%j is reached at %s', (env, url) => {
    expect(readConfig(env).publicUrl).toBe(url);
  });

  it('cannot be changed after the start', () => {
    expect(() => Object.assign(readConfig({}), { port: 1 })).toThrow();
  });

  it('stand in .env.example, all of them, and nothing else does', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    const listed = [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual([...SETTINGS].sort());
  });
});

describe('domain settings', () => {
  it.each([
    [{}, 'trust'],
    [{ MAIL_TRANSPORT: 'smtp://relay.test' }, 'dns'],
    [{ MAIL_TRANSPORT: 'ses', AWS_REGION: 'eu-west-1' }, 'dns'],
    [{ MAIL_TRANSPORT: 'smtp://relay.test', DOMAIN_VERIFICATION: 'trust' }, 'trust'],
    [{ DOMAIN_VERIFICATION: 'dns' }, 'dns'],
  ])('%j checks domains by %s', (env, mode) => {
    expect(readConfig(env).domainVerification).toBe(mode);
  });

  it('takes name servers with and without a port, of both families', () => {
    const servers = ['192.0.2.1', '192.0.2.1:5353', '2001:db8::1', '[2001:db8::1]:5353'];
    expect(readConfig({ DNS_SERVERS: ` ${servers.join(' , ')},` }).dnsServers).toEqual(servers);
    expect(readConfig({}).dnsServers).toEqual([]);
  });

  it.each([
    ['DNS_SERVERS', 'dns.google'],
    ['DNS_SERVERS', '192.0.2.1:99999'],
    ['DOMAIN_VERIFICATION', 'never'],
    ['BOUNCE_DOMAIN', 'https://bounces.test'],
    ['MAIL_TRANSPORT', 'ses'],
  ])('refuses to start with %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(StartError);
  });

  it('reads the domains of the first start in lower case', () => {
    expect(readConfig({ BOOTSTRAP_DOMAINS: 'Acme.test, mail.acme.test,' }).bootstrap.domains).toEqual([
      'acme.test',
      'mail.acme.test',
    ]);
  });
});
