import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

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
