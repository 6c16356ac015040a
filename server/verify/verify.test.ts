import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyEmail } from '../../contract/verify.ts';
import { aDnsServer, type DnsServer } from '../../test/dns-server.ts';
import { aProject, aWorld, type TestProject, type World } from '../../test/world.ts';
import { minutes } from '../platform/clock.ts';

let dns: DnsServer;
let world: World;
let acme: TestProject;
beforeAll(async () => {
  dns = await aDnsServer();
  world = await aWorld({ dnsServers: [dns.address] });
  acme = await aProject({ world });
  for (const domain of MAIL_DOMAINS) receiving(domain);
});
afterAll(() => dns.close());

const MAIL_DOMAINS = [
  'acme.test',
  'gmail.com',
  'gmx.de',
  'mailinator.com',
  'mozmail.com',
  'me.33mail.com',
  'privaterelay.appleid.com',
  'example.com',
  'gnail.com',
];

function receiving(domain: string) {
  dns.ns(domain, `ns.${domain}`);
  dns.mx(domain, 10, `mx.${domain}`);
  dns.a(domain, '192.0.2.1');
}

const verify = async (email: string) => (await acme.call(verifyEmail, { body: { email } })).data;

describe('POST /v1/verify', () => {
  it('tells everything about a good address', async () => {
    const { status, body } = await acme.request('POST', '/v1/verify', { body: { email: ' Ann@ACME.test ' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        email: 'ann@acme.test',
        valid: true,
        isDisposable: false,
        isAlias: false,
        isTypo: false,
        isPlusAddressed: false,
        isPersonalEmail: false,
        domainExists: true,
        hasWebsite: true,
        hasMxRecords: true,
        reasons: ['The email address appears to be valid'],
      },
    });
  });

  it.each([
    ['ann@mailinator.com', { isDisposable: true }],
    ['ann@gmail.com', { isPersonalEmail: true, isTypo: false }],
    ['ann@gmx.de', { isPersonalEmail: true, isTypo: false }],
    ['ann@example.com', { isPersonalEmail: false }],
    ['ann@mozmail.com', { isAlias: true }],
    ['ann@me.33mail.com', { isAlias: true, isTypo: false }],
    ['ann@privaterelay.appleid.com', { isAlias: true }],
    ['ann+news@acme.test', { isPlusAddressed: true }],
  ])('%s is valid and marked', async (email, marks) => {
    expect(await verify(email)).toMatchObject({
      valid: true,
      reasons: ['The email address appears to be valid'],
      ...marks,
    });
  });

  it('suggests the big provider that was meant, without calling the address invalid', async () => {
    expect(await verify('ann+a@gnail.com')).toMatchObject({
      valid: true,
      isTypo: true,
      isPersonalEmail: false,
      suggestedEmail: 'ann+a@gmail.com',
      reasons: ['Possible typo detected: did you mean gmail.com?'],
    });
  });

  it('suggests another ending only for a domain that takes no mail', async () => {
    expect(await verify('ann@acme.test')).toMatchObject({ isTypo: false, valid: true });
    expect(await verify('ann@acme.con')).toMatchObject({ isTypo: true, valid: false, domainExists: false });
  });

  it('a domain that does not exist is invalid', async () => {
    const result = await verify('ann@nowhere-at-all.test');
    expect(result).toMatchObject({ valid: false, domainExists: false, hasMxRecords: false, hasWebsite: false });
    expect(result.reasons).toContain('The domain nowhere-at-all.test does not exist');
  });

  it('a domain without MX cannot receive email', async () => {
    dns.a('web-only.de', '192.0.2.1');
    const result = await verify('ann@web-only.de');
    expect(result).toMatchObject({ valid: false, domainExists: true, hasWebsite: true, hasMxRecords: false });
    expect(result.reasons).toContain('The domain web-only.de cannot receive email: it has no MX records');
  });

  it('a domain that refuses all mail by a null MX cannot receive email', async () => {
    dns.mx('nullmx.de', 0, '.');
    expect(await verify('ann@nullmx.de')).toMatchObject({ valid: false, domainExists: true, hasMxRecords: false });
  });

  it('a subdomain needs no NS record of its own', async () => {
    dns.mx('mail.acme.test', 10, 'mx.acme.test');
    expect(await verify('ann@mail.acme.test')).toMatchObject({ valid: true, domainExists: true, hasWebsite: false });
  });

  it.each(['hang', 'servfail'] as const)(
    'says in time that it could not check when DNS gives no answer (%s)',
    async (trouble) => {
      const domain = `${trouble}.de`;
      dns.trouble(domain, trouble);
      const started = Date.now();
      const result = await verify(`ann@${domain}`);
      expect(Date.now() - started).toBeLessThan(4000);
      expect(result).toMatchObject({ valid: false, domainExists: false, hasMxRecords: false });
      expect(result.reasons.join()).toMatch(/could not be checked/);
      expect(result.reasons.join()).not.toMatch(/does not exist|cannot receive/);
      dns.trouble(domain, 'none');
      receiving(domain);
      expect(await verify(`ann@${domain}`)).toMatchObject({ valid: true });
    },
  );

  it('asks DNS once for everybody who asks at the same time, and again after a while', async () => {
    receiving('popular.de');
    const asked = () => dns.questions.filter((question) => question === 'MX popular.de').length;
    await Promise.all(['ann', 'bob', 'cyd'].map((name) => verify(`${name}@popular.de`)));
    await verify('dee@popular.de');
    expect(asked()).toBe(1);
    world.clock.advance(minutes(11));
    await verify('eve@popular.de');
    expect(asked()).toBe(2);
  });

  it('notices soon that a domain has been set up', async () => {
    expect((await verify('ann@brand-new.de')).valid).toBe(false);
    receiving('brand-new.de');
    world.clock.advance(minutes(2));
    expect((await verify('ann@brand-new.de')).valid).toBe(true);
  });

  it('needs a secret key', async () => {
    const body = { email: 'ann@acme.test' };
    const { status, body: answer } = await acme.request('POST', '/v1/verify', { key: 'public', body });
    expect([status, answer.error.code]).toEqual([401, 'INVALID_API_KEY']);
    expect((await acme.request('POST', '/v1/verify', { key: 'none', body })).status).toBe(401);
  });

  it.each([
    ['no body', undefined, 'email'],
    ['no email', {}, 'email'],
    ['text that is no address', { email: 'ann' }, 'email'],
    ['two addresses', { email: 'a@b.de, c@d.de' }, 'email'],
    ['a number', { email: 7 }, 'email'],
    ['an endless address', { email: `${'a'.repeat(300)}@acme.test` }, 'email'],
  ])('refuses %s', async (_, body, field) => {
    const answer = await acme.request('POST', '/v1/verify', { body });
    expect(answer.status).toBe(422);
    expect(answer.body.error).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ field }] });
  });

  it('survives a label longer than DNS allows', async () => {
    expect(await verify(`ann@${'a'.repeat(70)}.test`)).toMatchObject({ valid: false, domainExists: false });
  });
});
