import { describe, expect, it } from 'vitest';
import { aDnsServer } from '../../test/dns-server.ts';
import { aProject, aWorld, signedIn } from '../../test/world.ts';

describe('GET /config', () => {
  it('tells anyone what this deployment offers, and no secret', async () => {
    const world = await aWorld({
      mailTransport: 'smtp://user:hidden@127.0.0.1:1',
      signupsDisabled: true,
      publicUrl: 'https://mail.test',
      github: { client: { id: 'shown?', secret: 'hidden' }, url: 'https://github.test', apiUrl: 'https://api.test' },
    });
    const { status, body } = await (await aProject({ world })).request('GET', '/config', { key: 'none' });
    expect([status, body]).toEqual([
      200,
      {
        environment: 'production',
        urls: {
          api: 'https://mail.test',
          dashboard: 'https://mail.test/app',
          landing: 'https://mail.test',
          wiki: 'https://mail.test/docs',
        },
        features: {
          billing: { enabled: false },
          storage: { s3Enabled: false },
          authProviders: { github: true, google: false },
          email: { trackingToggleEnabled: true },
          smtp: { enabled: false, domain: null, ports: null },
          signup: { signupsDisabled: true },
          mail: { transport: 'smtp' },
        },
        aws: { sesRegion: null, mailFromSubdomain: null },
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('hidden');
    await world.close();
  });
});

describe('GET /projects/:id/setup-state', () => {
  it('follows what is set up, for members and for the secret key', async () => {
    const acme = await aProject();
    const member = await signedIn(acme, 'MEMBER');
    const url = `/projects/${acme.id}/setup-state`;
    const fresh = {
      hasSubscription: false,
      hasVerifiedDomain: false,
      contactCount: 0,
      lastCampaignSentAt: null,
      hasEnabledWorkflow: false,
    };
    expect((await member.request('GET', url)).body).toEqual({ success: true, data: fresh });
    await acme.contact('ada@example.com');
    const { body: domain } = await acme.request('POST', '/domains', {
      body: { domain: `${crypto.randomUUID()}.test` },
    });
    await acme.request('GET', `/domains/${domain.id}/verify`);
    const campaign = { name: 'C', subject: 'S', body: 'B', from: `a@${domain.domain}`, audienceType: 'ALL' };
    const { body } = await acme.request('POST', '/campaigns', { body: campaign });
    await acme.request('POST', `/campaigns/${body.data.id}/send`);
    expect((await acme.request('GET', url)).body.data).toEqual({
      ...fresh,
      hasVerifiedDomain: true,
      contactCount: 1,
      lastCampaignSentAt: acme.world.clock.now().toISOString(),
    });
  });
});

describe('signing up', () => {
  it('is refused where signups are off', async () => {
    const world = await aWorld({ signupsDisabled: true });
    const body = { email: `${crypto.randomUUID()}@people.test`, password: 'a password' };
    const answer = await (await aProject({ world })).request('POST', '/auth/signup', { key: 'none', body });
    expect([answer.status, answer.body.error.code, answer.headers['set-cookie']]).toEqual([
      403,
      'FORBIDDEN',
      undefined,
    ]);
    await world.close();
  });

  it('where no mail leaves the machine needs no confirmation', async () => {
    const acme = await aProject();
    const body = { email: `${crypto.randomUUID()}@people.test`, password: 'a password' };
    const { headers } = await acme.request('POST', '/auth/signup', { key: 'none', body });
    const cookie = String(headers['set-cookie']).split(';')[0] as string;
    expect((await acme.request('GET', '/users/@me', { key: 'none', headers: { cookie } })).status).toBe(200);
  });

  it('refuses addresses that cannot get mail where that is asked for', async () => {
    const dns = await aDnsServer();
    for (const domain of ['good.test', 'mailinator.com']) {
      dns.ns(domain, `ns.${domain}`);
      dns.mx(domain, 10, `mx.${domain}`);
    }
    const world = await aWorld({ verifyEmailOnSignup: true, dnsServers: [dns.address] });
    const acme = await aProject({ world });
    const signup = async (email: string) => {
      const { status, body } = await acme.request('POST', '/auth/signup', {
        key: 'none',
        body: { email, password: 'a password' },
      });
      return [status, body.error?.errors?.[0]?.field];
    };
    expect(await signup('ada+tag@good.test')).toEqual([422, 'email']);
    expect(await signup('ada@mailinator.com')).toEqual([422, 'email']);
    expect(await signup('ada@nowhere.test')).toEqual([422, 'email']);
    expect(await signup('ada@good.test')).toEqual([200, undefined]);
    await world.close();
    await dns.close();
  });
});
