import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDomain, deleteDomain, listDomains, verifyDomain } from '../../contract/domains.ts';
import { aDnsServer, type DnsServer } from '../../test/dns-server.ts';
import { runJobs } from '../../test/run-jobs.ts';
import { aSesServer, type SesServer } from '../../test/ses-server.ts';
import { aProject, aWorld, type TestProject, type World } from '../../test/world.ts';
import { minutes } from '../platform/clock.ts';
import { checkDomains } from './check-domains.ts';
import { addBootstrapDomains, findSigningKey } from './domain.ts';

let dns: DnsServer;
let ses: SesServer;
let world: World;
let acme: TestProject;
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  [dns, ses] = await Promise.all([aDnsServer(), aSesServer()]);
  world = await aWorld({
    mailTransport: 'ses',
    domainVerification: 'dns',
    dnsServers: [dns.address],
    awsRegion: 'eu-west-1',
    sesEndpoint: ses.endpoint,
  });
  acme = await aProject({ world });
});
afterAll(async () => {
  await dns.close();
  await ses.close();
  vi.unstubAllEnvs();
});

let count = 0;
const aName = () => `ses${++count}-${acme.id.slice(-8)}.test`;
const add = (domain = aName()) => acme.call(addDomain, { body: { domain } });
const check = (id: string) => acme.call(verifyDomain, { params: { id } });
const identity = (domain: string) => {
  const found = ses.identities.get(domain);
  if (!found) throw new Error(`SES does not know ${domain}`);
  return found;
};

describe('with Amazon SES', () => {
  it('a new domain becomes an identity, and its records are those that SES wants', async () => {
    const { domain, dkimTokens, records } = await add();
    const { tokens, mailFrom } = identity(domain);
    expect(dkimTokens).toEqual(tokens);
    expect(await findSigningKey(acme.ctx, domain)).toBeUndefined();
    expect(mailFrom).toBe(`bounce.${domain}`);
    expect(records.map(({ type, name, value, required }) => [type, name, value, required])).toEqual([
      ...tokens.map((token) => ['CNAME', `${token}._domainkey.${domain}`, `${token}.dkim.amazonses.com`, true]),
      ['MX', `bounce.${domain}`, 'feedback-smtp.eu-west-1.amazonses.com', false],
      ['TXT', `bounce.${domain}`, 'v=spf1 include:amazonses.com ~all', false],
      ['MX', domain, 'inbound-smtp.eu-west-1.amazonaws.com', false],
      ['TXT', `_dmarc.${domain}`, 'v=DMARC1; p=none', false],
    ]);
  });

  it.each([
    ['PENDING', 'Pending', false],
    ['SUCCESS', 'Success', true],
    ['TEMPORARY_FAILURE', 'TemporaryFailure', false],
    ['NOT_STARTED', 'NotStarted', false],
  ] as const)('%s is told as %s', async (theirs, status, verified) => {
    const { id, domain, dkimTokens } = await add();
    identity(domain).status = theirs;
    expect(await check(id)).toMatchObject({ status, verified, tokens: dkimTokens, mode: 'dns' });
  });

  it('what SES gave up on is started again', async () => {
    const { id, domain } = await add();
    identity(domain).status = 'FAILED';
    expect(await check(id)).toMatchObject({ status: 'Pending', verified: false });
    expect(identity(domain).status).toBe('PENDING');
  });

  it('each CNAME is looked up, so that a person sees which one is missing', async () => {
    const { id, records } = await add();
    const [first, second] = records;
    if (!first || !second) throw new Error('no records');
    dns.cname(first.name, first.value);
    dns.cname(second.name, 'elsewhere.test');
    expect((await check(id)).records.slice(0, 3)).toMatchObject([
      { found: true, actual: [first.value] },
      { found: false, actual: ['elsewhere.test'], problem: expect.stringContaining('instead of') },
      { found: false, actual: [] },
    ]);
  });

  it('the background check downgrades a domain that SES no longer sees, and not while SES is silent', async () => {
    const { id, domain } = await add();
    identity(domain).status = 'SUCCESS';
    expect((await check(id)).verified).toBe(true);
    const sweep = async () => {
      world.clock.advance(minutes(5));
      await checkDomains(world.ctx);
      const domains = await acme.call(listDomains, { params: { projectId: acme.id } });
      return domains.find((each) => each.id === id);
    };
    ses.refuseWith('AccessDeniedException');
    expect(await sweep()).toMatchObject({ verified: true, status: 'TemporaryFailure' });
    ses.refuseWith(undefined);
    identity(domain).status = 'PENDING';
    expect(await sweep()).toMatchObject({ verified: false, status: 'Pending' });
  });

  it('a refusal of SES is answered 400 flat, names no account and leaves no domain behind', async () => {
    const name = aName();
    ses.refuseWith('LimitExceededException');
    const { status, body } = await acme.request('POST', '/domains', { body: { domain: name } });
    ses.refuseWith(undefined);
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'Amazon SES did not accept the domain (LimitExceededException)' });
    expect((await add(name)).domain).toBe(name);
  });

  it('a domain that SES does not know yet becomes an identity at its next check', async () => {
    const name = aName();
    await addBootstrapDomains(world.ctx, acme.id, [name]);
    const listed = await acme.call(listDomains, { params: { projectId: acme.id } });
    const { id } = listed.find(({ domain }) => domain === name) ?? { id: '' };
    expect(await check(id)).toMatchObject({ status: 'Pending', verified: true, tokens: identity(name).tokens });
  });

  it('a removed domain is forgotten by SES too, unless it was added again', async () => {
    const { id, domain } = await add();
    await acme.call(deleteDomain, { params: { id } });
    const again = await add(domain);
    await runJobs(world);
    expect(ses.identities.has(domain)).toBe(true);
    await acme.call(deleteDomain, { params: { id: again.id } });
    await runJobs(world);
    expect(ses.identities.has(domain)).toBe(false);
  });
});
