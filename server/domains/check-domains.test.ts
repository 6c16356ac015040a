import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDomain, listDomains, verifyDomain } from '../../contract/domains.ts';
import { aDnsServer, type DnsServer } from '../../test/dns-server.ts';
import { runJobs } from '../../test/run-jobs.ts';
import { aProject, aWorld, type TestProject, type World } from '../../test/world.ts';
import { days, minutes } from '../platform/clock.ts';
import { checkDomain } from './check-domain.ts';
import { checkDomains } from './check-domains.ts';
import { addBootstrapDomains, getDomain } from './domain.ts';
import { recordChecks } from './record-checks.ts';

let dns: DnsServer;
let world: World;
let acme: TestProject;
beforeAll(async () => {
  dns = await aDnsServer();
  world = await aWorld({
    mailTransport: 'smtp://relay.test',
    domainVerification: 'dns',
    dnsServers: [dns.address],
    bounceDomain: 'bounces.posthorn.test',
  });
  acme = await aProject({ world });
});
afterAll(() => dns.close());

let count = 0;
/** A new domain and its DKIM record, not yet published. */
async function aDomain(project = acme) {
  const domain = `d${++count}-${project.id.slice(-8)}.test`;
  const added = await project.call(addDomain, { body: { domain } });
  const [dkim] = added.records;
  if (!dkim) throw new Error('no DKIM record');
  return { id: added.id, domain, dkim, publish: () => publish(dkim) };
}

const publish = ({ name, value }: { name: string; value: string }) =>
  dns.txt(name, value.slice(0, 255), value.slice(255));
const check = (id: string) => acme.call(verifyDomain, { params: { id } });

async function aVerifiedDomain() {
  const made = await aDomain();
  made.publish();
  expect((await check(made.id)).verified).toBe(true);
  return made;
}

describe('a check by DNS', () => {
  it('waits for a record that is not there, and says which', async () => {
    const { id, domain, dkim } = await aDomain();
    const answer = await check(id);
    expect(answer).toMatchObject({ domain, tokens: [], status: 'Pending', verified: false, mode: 'dns' });
    expect(answer.records[0]).toEqual({
      ...dkim,
      found: false,
      actual: [],
      problem: `There is no TXT record at ${dkim.name}`,
    });
  });

  it('verifies with the required record alone, which arrives in chunks of 255 bytes', async () => {
    const { id, dkim, publish } = await aDomain();
    publish();
    const answer = await check(id);
    expect(answer).toMatchObject({ status: 'Success', verified: true });
    expect(answer.records.map(({ purpose, found }) => [purpose, found])).toEqual([
      ['DKIM', true],
      ['RETURN_PATH', false],
      ['SPF', false],
      ['DMARC', false],
    ]);
    expect(answer.records[0]).toEqual({ ...dkim, found: true, actual: [dkim.value] });
    const listed = await acme.call(listDomains, { params: { projectId: acme.id } });
    expect(listed.find((each) => each.id === id)).toMatchObject({
      verified: true,
      status: 'Success',
      verifiedAt: world.clock.now().toISOString(),
      checkedAt: world.clock.now().toISOString(),
    });
  });

  it('finds the optional records too', async () => {
    const { id, domain, publish } = await aDomain();
    publish();
    dns.mx(`bounce.${domain}`, 10, 'bounces.posthorn.test');
    dns.txt(`bounce.${domain}`, 'v=spf1 mx -all');
    dns.txt(`_dmarc.${domain}`, 'v=DMARC1; p=reject');
    const { records } = await check(id);
    expect(records.map(({ found, actual }) => [found, actual])).toEqual([
      [true, expect.anything()],
      [true, ['10 bounces.posthorn.test']],
      [true, ['v=spf1 mx -all']],
      [true, ['v=DMARC1; p=reject']],
    ]);
  });

  it('follows a CNAME to the key', async () => {
    const { id, domain, dkim } = await aDomain();
    dns.cname(dkim.name, `keys.${domain}`);
    publish({ ...dkim, name: `keys.${domain}` });
    expect((await check(id)).status).toBe('Success');
  });

  it('reads an answer that does not fit into a datagram over TCP', async () => {
    const { id, dkim, publish } = await aDomain();
    publish();
    dns.trouble(dkim.name, 'truncate');
    expect((await check(id)).status).toBe('Success');
  });

  it('fails on another key and shows what DNS returned', async () => {
    const { id, dkim } = await aDomain();
    dns.txt(dkim.name, 'v=DKIM1; k=rsa; p=QUFBQQ==');
    const answer = await check(id);
    expect(answer).toMatchObject({ status: 'Failed', verified: false });
    expect(answer.records[0]).toMatchObject({
      found: false,
      actual: ['v=DKIM1; k=rsa; p=QUFBQQ=='],
      problem: expect.stringContaining('another key'),
    });
  });

  it.each(['servfail', 'hang'] as const)('takes no answer (%s) for nothing but that', async (trouble) => {
    const { id, dkim } = await aVerifiedDomain();
    dns.trouble(dkim.name, trouble);
    const started = Date.now();
    const answer = await check(id);
    expect(Date.now() - started).toBeLessThan(4000);
    expect(answer).toMatchObject({ status: 'TemporaryFailure', verified: true });
    expect(answer.records[0]).toMatchObject({ found: false, problem: expect.stringContaining('Could not be checked') });
    dns.trouble(dkim.name, 'none');
    expect((await check(id)).status).toBe('Success');
  });

  it('takes the verification away when the record is gone', async () => {
    const { id, dkim } = await aVerifiedDomain();
    dns.remove(dkim.name);
    expect(await check(id)).toMatchObject({ status: 'Failed', verified: false });
  });

  it('that began earlier does not undo a later one', async () => {
    const { id, publish } = await aDomain();
    const early = await checkDomain(acme.ctx, await getDomain(acme.ctx, id));
    world.clock.advance(10);
    publish();
    await check(id);
    expect(await recordChecks(acme.ctx, [early])).toEqual([]);
    expect(await getDomain(acme.ctx, id)).toMatchObject({ verified: true, status: 'Success' });
  });

  it('lets a domain of the first start be until its records were there once', async () => {
    const home = await aProject({ world });
    const name = `first-${home.id.slice(-8)}.test`;
    await addBootstrapDomains(home.ctx, home.id, [name]);
    const [row] = await home.call(listDomains, { params: { projectId: home.id } });
    const dkim = row?.records[0];
    if (!row || !dkim) throw new Error('no domain');
    const checkIt = () => home.call(verifyDomain, { params: { id: row.id } });
    expect(await checkIt()).toMatchObject({ status: 'Pending', verified: true });
    publish(dkim);
    expect(await checkIt()).toMatchObject({ status: 'Success', verified: true });
    dns.remove(dkim.name);
    expect(await checkIt()).toMatchObject({ status: 'Failed', verified: false });
  });
});

describe('the background check', () => {
  const stateOf = async (id: string) => {
    const { verified, status } = await getDomain(acme.ctx, id);
    return { verified, status };
  };
  const sweep = async () => {
    world.clock.advance(minutes(5));
    await checkDomains(world.ctx);
  };

  it('verifies what is published and downgrades what is lost, for every project', async () => {
    const other = await aProject({ world });
    const [fresh, lost, theirs] = [await aDomain(), await aVerifiedDomain(), await aDomain(other)];
    fresh.publish();
    theirs.publish();
    dns.remove(lost.dkim.name);
    await sweep();
    expect(await stateOf(fresh.id)).toEqual({ verified: true, status: 'Success' });
    expect(await stateOf(lost.id)).toEqual({ verified: false, status: 'Failed' });
    expect((await getDomain(other.ctx, theirs.id)).verified).toBe(true);
  });

  it('never downgrades for want of an answer', async () => {
    const { id, dkim } = await aVerifiedDomain();
    dns.trouble(dkim.name, 'servfail');
    await sweep();
    expect(await stateOf(id)).toEqual({ verified: true, status: 'TemporaryFailure' });
  });

  it('asks about each domain once, however many workers there are, and only when it is due', async () => {
    const names = await Promise.all([1, 2, 3, 4].map(async () => (await aDomain()).dkim.name));
    const asked = () => names.map((name) => dns.questions.filter((each) => each === `TXT ${name}`).length);
    world.clock.advance(minutes(5));
    await Promise.all([checkDomains(world.ctx), checkDomains(world.ctx), checkDomains(world.ctx)]);
    expect(asked()).toEqual([1, 1, 1, 1]);
    world.clock.advance(minutes(4));
    await checkDomains(world.ctx);
    expect(asked()).toEqual([1, 1, 1, 1]);
    world.clock.advance(minutes(1));
    await checkDomains(world.ctx);
    expect(asked()).toEqual([2, 2, 2, 2]);
  });
});

describe('members', () => {
  const notices = async (id: string) => {
    await runJobs(world);
    const rows = await world.ctx.db
      .selectFrom('domain_notices')
      .select(['kind', 'recipients'])
      .where('domain_id', '=', id)
      .orderBy('created_at')
      .execute();
    return rows.map(({ kind, recipients }) => [kind, ...recipients]);
  };
  const people = ['ann@members.test', 'bob@members.test'];
  beforeAll(async () => {
    await world.ctx.db
      .insertInto('users')
      .values(people.map((email) => ({ email })))
      .onConflict((taken) => taken.doNothing())
      .execute();
    const users = await world.ctx.db.selectFrom('users').select('id').where('email', 'in', people).execute();
    await world.ctx.db
      .insertInto('memberships')
      .values(users.map(({ id }) => ({ project_id: acme.id, user_id: id })))
      .execute();
  });

  it('are told of the first verification and of a loss, but not over and over', async () => {
    const { id, dkim, publish } = await aVerifiedDomain();
    const told: string[][] = [['VERIFIED', ...people]];
    expect(await notices(id)).toEqual(told);
    const flap = async () => {
      dns.remove(dkim.name);
      await check(id);
      const afterLoss = await notices(id);
      publish();
      await check(id);
      return afterLoss;
    };
    world.clock.advance(days(1));
    told.push(['LOST', ...people]);
    expect(await flap()).toEqual(told);
    expect(await flap()).toEqual(told);
    world.clock.advance(days(7));
    told.push(['VERIFIED', ...people]);
    await flap();
    expect(await notices(id)).toEqual(told);
    world.clock.advance(days(24));
    told.push(['LOST', ...people]);
    expect(await flap()).toEqual(told);
  });

  it('are not told of what is no longer so', async () => {
    const { id, dkim } = await aVerifiedDomain();
    dns.remove(dkim.name);
    await check(id);
    expect(await notices(id)).toEqual([['LOST', ...people]]);
  });
});
