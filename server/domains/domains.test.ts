import { createPrivateKey, createPublicKey, randomUUID, sign, verify } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDomain, deleteDomain, listDomains, verifyDomain } from '../../contract/domains.ts';
import { aProject, aWorld, type TestProject } from '../../test/world.ts';
import { addBootstrapDomains, findSigningKey } from './domain.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

let count = 0;
const aDomain = () => `d${++count}-${acme.id.slice(-8)}.test`;
const add = (domain: unknown, project = acme) => project.request('POST', '/domains', { body: { domain } });

describe('POST /domains', () => {
  it('adds a pending domain and answers the records to create', async () => {
    const name = aDomain();
    const { status, body } = await add(name);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      domain: name,
      verified: false,
      status: 'NotStarted',
      mode: 'trust',
      bootstrapped: false,
      dkimTokens: null,
      projectId: acme.id,
      checkedAt: null,
      verifiedAt: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      records: [
        {
          type: 'TXT',
          name: expect.stringMatching(new RegExp(`^posthorn-[0-9a-f]{8}\\._domainkey\\.${name}$`)),
          value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]+=*$/),
          purpose: 'DKIM',
          required: true,
        },
        { type: 'TXT', name: `_dmarc.${name}`, value: 'v=DMARC1; p=none', purpose: 'DMARC', required: false },
      ],
    });
  });

  it('makes a key pair: what the private half signs, the published half proves', async () => {
    const { domain, records } = await acme.call(addDomain, { body: { domain: aDomain() } });
    const key = await findSigningKey(acme.ctx, domain.toUpperCase());
    expect(key).toMatchObject({ domain, selector: records[0]?.name.split('.')[0] });
    const published = createPublicKey({
      key: Buffer.from(records[0]?.value.split('p=')[1] ?? '', 'base64'),
      format: 'der',
      type: 'spki',
    });
    const signature = sign('sha256', Buffer.from('text'), createPrivateKey(key?.privateKeyPem ?? ''));
    expect(verify('sha256', Buffer.from('text'), published, signature)).toBe(true);
    expect(published.asymmetricKeyDetails?.modulusLength).toBe(2048);
  });

  it('keeps the private half encrypted, and to its own project', async () => {
    const { domain, id } = await acme.call(addDomain, { body: { domain: aDomain() } });
    const row = await acme.ctx.db.selectFrom('domains').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.dkim_private_key_sealed.toString('latin1')).not.toContain('PRIVATE KEY');
    expect(await findSigningKey((await aProject()).ctx, domain)).toBeUndefined();
  });

  it('lower-cases the name', async () => {
    const name = aDomain();
    expect((await add(` ${name.toUpperCase()} `)).body.domain).toBe(name);
  });

  it('lists return path, SPF and inbound records where this server is set up for them', async () => {
    const settings = { bounceDomain: 'bounces.posthorn.test', inboundDomain: 'in.posthorn.test' };
    const plain = await aProject({ world: await aWorld(settings) });
    const name = aDomain();
    expect((await add(name, plain)).body.records.slice(1, 4)).toEqual([
      {
        type: 'MX',
        name: `bounce.${name}`,
        value: 'bounces.posthorn.test',
        priority: 10,
        purpose: 'RETURN_PATH',
        required: false,
      },
      { type: 'TXT', name: `bounce.${name}`, value: 'v=spf1 mx ~all', purpose: 'SPF', required: false },
      { type: 'MX', name, value: 'in.posthorn.test', priority: 10, purpose: 'INBOUND', required: false },
    ]);
    const relayed = await aProject({ world: await aWorld({ ...settings, spfInclude: 'spf.relay.test' }) });
    const { records } = (await add(aDomain(), relayed)).body;
    expect(records).toContainEqual(expect.objectContaining({ value: 'v=spf1 include:spf.relay.test ~all' }));
  });

  it.each([
    ['no dot', 'localhost'],
    ['two characters', 'a.'],
    ['an underscore', 'my_site.com'],
    ['an address', 'a@b.com'],
    ['a web address', 'https://acme.com'],
    ['an empty label', 'acme..com'],
    ['a final dot', 'acme.com.'],
    ['a hyphen at the edge', '-acme.com'],
    ['a label of 64 characters', `${'a'.repeat(64)}.com`],
    ['254 characters', `${'a.'.repeat(125)}abcd`],
    ['an IP address', '192.0.2.1'],
    ['letters beyond ASCII', 'münchen.de'],
  ])('refuses %s', async (_, domain) => {
    const { status, body } = await add(domain);
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ field: 'domain', code: 'custom' }] });
  });

  it.each([
    ['missing', undefined],
    ['a number', 7],
    ['null', null],
    ['a list', ['acme.com']],
  ])('refuses a domain that is %s', async (_, domain) => {
    const { status, body } = await add(domain);
    expect(status).toBe(422);
    expect(body.error.errors).toMatchObject([{ field: 'domain', code: 'invalid_type' }]);
  });

  it('says so when the domain is taken: 400 in this project, 403 in another', async () => {
    const name = aDomain();
    await add(name);
    const again = await add(name.toUpperCase());
    expect([again.status, again.body]).toEqual([400, { error: expect.stringContaining('already been added') }]);
    const foreign = await add(name, await aProject());
    expect([foreign.status, foreign.body]).toEqual([403, { error: expect.stringContaining('another project') }]);
  });

  it('gives a domain that several ask for at once to one of them', async () => {
    const name = aDomain();
    const other = await aProject();
    const answers = await Promise.all([add(name), add(name), add(name, other), add(name, other)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 400, 403, 403]);
  });

  it('refuses a subdomain of a disabled project, and lets one of any other be', async () => {
    const shady = await aProject();
    const name = aDomain();
    await add(name, shady);
    expect((await add(`mail.${name}`)).status).toBe(201);
    await shady.disable();
    const { status, body } = await add(`very.deep.${name}`);
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('needs a secret key and a project that is not disabled', async () => {
    expect((await acme.request('POST', '/domains', { key: 'public', body: { domain: aDomain() } })).status).toBe(401);
    const disabled = await aProject();
    await disabled.disable();
    expect((await add(aDomain(), disabled)).body.error.code).toBe('PROJECT_DISABLED');
  });
});

describe('GET /domains/project/:projectId', () => {
  it('lists the own domains newest first, by the own id or by any word', async () => {
    const lister = await aProject();
    const names = [aDomain(), aDomain(), aDomain()];
    for (const domain of names) await lister.call(addDomain, { body: { domain } });
    for (const projectId of [lister.id, lister.id.toUpperCase(), 'current']) {
      const domains = await lister.call(listDomains, { params: { projectId } });
      expect(domains.map(({ domain }) => domain)).toEqual(names.toReversed());
      expect(domains[0]?.records).toHaveLength(2);
    }
  });

  it('refuses any other id alike, known or not', async () => {
    for (const id of [(await aProject()).id, randomUUID()]) {
      const { status, body } = await acme.request('GET', `/domains/project/${id}`);
      expect([status, body.error.code]).toEqual([403, 'PROJECT_ACCESS_DENIED']);
    }
  });
});

describe('GET /domains/:id/verify on a server that trusts', () => {
  it('succeeds without a lookup and says which mode is in force', async () => {
    const { id, domain } = await acme.call(addDomain, { body: { domain: aDomain() } });
    const check = await acme.call(verifyDomain, { params: { id } });
    expect(check).toMatchObject({ domain, tokens: [], status: 'Success', verified: true, mode: 'trust' });
    expect(check.records[0]).toMatchObject({ found: false, actual: [], problem: expect.stringContaining('trust') });
    const listed = await acme.call(listDomains, { params: { projectId: acme.id } });
    expect(listed.find((each) => each.id === id)).toMatchObject({
      verified: true,
      status: 'Success',
      verifiedAt: null,
    });
  });

  it('knows neither another project’s domain nor an unknown one', async () => {
    const foreign = await (await aProject()).call(addDomain, { body: { domain: aDomain() } });
    for (const id of [foreign.id, randomUUID(), '11111111-1111-1111-1111-111111111111']) {
      for (const [method, url] of [
        ['GET', `/domains/${id}/verify`],
        ['DELETE', `/domains/${id}`],
      ] as const) {
        const { status, body } = await acme.request(method, url);
        expect([status, body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
      }
    }
  });

  it('refuses an id that cannot be one', async () => {
    for (const [method, url] of [
      ['GET', '/domains/acme.test/verify'],
      ['DELETE', '/domains/acme.test'],
    ] as const) {
      const { status, body } = await acme.request(method, url);
      expect(status).toBe(422);
      expect(body.error.errors).toEqual([{ field: 'id', message: 'Invalid uuid', code: 'invalid_string' }]);
    }
  });
});

describe('DELETE /domains/:id', () => {
  it('removes the domain, once, and frees its name', async () => {
    const { id, domain } = await acme.call(addDomain, { body: { domain: aDomain() } });
    expect(await acme.call(deleteDomain, { params: { id } })).toEqual({ success: true });
    expect((await acme.request('DELETE', `/domains/${id}`)).status).toBe(404);
    expect((await add(domain, await aProject())).status).toBe(201);
  });

  it('keeps a domain that a template sends from', async () => {
    const { id, domain } = await acme.call(addDomain, { body: { domain: aDomain() } });
    const template = { project_id: acme.id, name: 'Hello', subject: 'Hi', body: 'Hi' };
    await acme.ctx.db
      .insertInto('templates')
      .values([
        { ...template, from: `a@mail.${domain}` },
        { ...template, from: `Ann@${domain.toUpperCase()}` },
      ])
      .execute();
    const { status, body } = await acme.request('DELETE', `/domains/${id}`);
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    expect(body.error.message).toContain('1 template');
    await acme.ctx.db.deleteFrom('templates').where('project_id', '=', acme.id).execute();
    expect((await acme.request('DELETE', `/domains/${id}`)).status).toBe(200);
  });
});

describe('domains of the first start', () => {
  it('are verified and have a key, also when one is named twice', async () => {
    const home = await aProject();
    const [one, two] = [aDomain(), aDomain()];
    await addBootstrapDomains(home.ctx, home.id, [one, two, one]);
    const domains = await home.call(listDomains, { params: { projectId: home.id } });
    expect(domains.map(({ domain }) => domain).sort()).toEqual([one, two].sort());
    expect(domains).toMatchObject([
      { verified: true, bootstrapped: true },
      { verified: true, bootstrapped: true },
    ]);
    expect((await findSigningKey(home.ctx, two))?.privateKeyPem).toContain('PRIVATE KEY');
  });
});
