import { beforeAll, describe, expect, it } from 'vitest';
import { anEmail } from '../../test/an-email.ts';
import { aProject, type TestProject } from '../../test/world.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

interface Options {
  form?: string;
  type?: string;
  headers?: Record<string, string>;
}

const ask = (
  method: string,
  url: string,
  { form, type = 'application/x-www-form-urlencoded', headers = {} }: Options = {},
) =>
  acme.world.app.inject({
    method: method as 'GET',
    url,
    headers: { ...(form === undefined ? {} : { 'content-type': type }), ...headers },
    ...(form === undefined ? {} : { payload: form }),
  });

const button = (html: string): string | undefined => /<button>(.*?)<\/button>/.exec(html)?.[1];
const heading = (html: string): string | undefined => /<h1>(.*?)<\/h1>/.exec(html)?.[1];
const page = (email: Awaited<ReturnType<typeof anEmail>>, name: 'unsubscribe' | 'subscribe' | 'manage') =>
  email.path(email.links[`${name}Url`]);
const names = async (email: Awaited<ReturnType<typeof anEmail>>) => (await email.events()).map(({ name }) => name);

describe('the unsubscribe page', () => {
  it('asks first: looking changes nothing', async () => {
    const email = await anEmail(acme, { to: 'look@example.com' });
    const answer = await ask('GET', page(email, 'unsubscribe'));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(heading(answer.body)).toBe('Unsubscribe from Acme?');
    expect(answer.body).toContain('look@example.com');
    expect(button(answer.body)).toBe('Unsubscribe');
    expect([await email.isSubscribed(), await names(email)]).toEqual([true, []]);
  });

  it('unsubscribes with its button, once, to the credit of the email, and can be taken back', async () => {
    const email = await anEmail(acme, { to: 'leaving@example.com' });
    const done = await ask('POST', page(email, 'unsubscribe'), { form: 'action=unsubscribe' });
    expect(done.statusCode).toBe(200);
    expect(heading(done.body)).toBe('You are unsubscribed');
    expect(await email.isSubscribed()).toBe(false);
    expect(await email.events()).toEqual([
      { name: 'contact.unsubscribed', data: null, contactId: email.contact.id, emailId: email.id },
    ]);

    const again = await ask('POST', page(email, 'unsubscribe'), { form: 'action=unsubscribe' });
    expect([heading(again.body), button(again.body)]).toEqual(['You are unsubscribed', undefined]);
    expect(await names(email)).toHaveLength(1);

    const undo = /action="\.\.(\/subscribe\/[\w-]+)"/.exec(done.body)?.[1] as string;
    const back = await ask('POST', undo, { form: 'action=subscribe' });
    expect(heading(back.body)).toBe('You are subscribed');
    expect(await email.isSubscribed()).toBe(true);
    expect(await names(email)).toEqual(['contact.unsubscribed', 'contact.subscribed']);
  });

  it('works while the project is disabled', async () => {
    const closed = await aProject();
    const email = await anEmail(closed, { to: 'closed@example.com' });
    await closed.disable();
    await ask('POST', page(email, 'unsubscribe'), { form: 'action=unsubscribe' });
    expect(await email.isSubscribed()).toBe(false);
  });
});

describe('one-click unsubscribing (RFC 8058)', () => {
  it.each([
    ['urlencoded', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
    ['JSON-like', 'application/json', '{not json'],
    ['empty', 'text/plain', ''],
  ])('takes a %s request', async (kind, type, form) => {
    const email = await anEmail(acme, { to: `${kind}@one-click.test` });
    const answer = await ask('POST', email.path(email.links.oneClickUrl), { form, type });
    expect([answer.statusCode, answer.body]).toEqual([200, 'Unsubscribed']);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(await email.isSubscribed()).toBe(false);
    expect(await email.events()).toMatchObject([{ name: 'contact.unsubscribed', emailId: email.id }]);
  });

  it('is harmless when repeated', async () => {
    const email = await anEmail(acme, { to: 'repeat@one-click.test' });
    await Promise.all(
      Array.from({ length: 5 }, () =>
        ask('POST', email.path(email.links.oneClickUrl), { form: 'List-Unsubscribe=One-Click' }),
      ),
    );
    expect(await names(email)).toEqual(['contact.unsubscribed']);
  });

  it('gives the same answer to a link that is nobody’s', async () => {
    const email = await anEmail(acme, { to: 'nobody@one-click.test' });
    const manage = email.links.manageUrl.split('/').at(-1);
    for (const token of ['x', manage, '%00', email.contact.id]) {
      const answer = await ask('POST', `/unsubscribe/${token}`, { form: 'List-Unsubscribe=One-Click' });
      expect([answer.statusCode, answer.body]).toEqual([200, 'Unsubscribed']);
    }
    expect(await email.isSubscribed()).toBe(true);
  });
});

describe('the subscribe page', () => {
  it('subscribes with its button only', async () => {
    const email = await anEmail(acme, { to: 'coming@example.com', contact: { subscribed: false } });
    const asked = await ask('GET', page(email, 'subscribe'));
    expect([heading(asked.body), button(asked.body)]).toEqual(['Subscribe to Acme?', 'Subscribe']);
    await ask('POST', page(email, 'subscribe'), { form: 'List-Unsubscribe=One-Click' });
    await ask('POST', page(email, 'subscribe'), { form: 'action=unsubscribe' });
    expect(await email.isSubscribed()).toBe(false);
    const done = await ask('POST', page(email, 'subscribe'), { form: 'action=subscribe' });
    expect([heading(done.body), button(done.body)]).toEqual(['You are subscribed', undefined]);
    expect(await email.isSubscribed()).toBe(true);
    expect(await names(email)).toEqual(['contact.subscribed']);
  });
});

describe('the manage page', () => {
  it('offers what can be changed, both ways', async () => {
    const email = await anEmail(acme, { to: 'manage@example.com' });
    const url = page(email, 'manage');
    expect(button((await ask('GET', url)).body)).toBe('Unsubscribe');
    expect(button((await ask('POST', url, { form: 'action=unsubscribe' })).body)).toBe('Subscribe');
    expect(await email.isSubscribed()).toBe(false);
    expect(button((await ask('POST', url, { form: 'action=subscribe' })).body)).toBe('Unsubscribe');
    expect(await email.isSubscribed()).toBe(true);
    expect(button((await ask('POST', url, { form: 'action=delete' })).body)).toBe('Unsubscribe');
    expect(await names(email)).toEqual(['contact.unsubscribed', 'contact.subscribed']);
  });
});

describe('every page', () => {
  it('may load nothing, run nothing and send its form nowhere else', async () => {
    const email = await anEmail(acme, { to: 'safe@example.com' });
    const { headers, body } = await ask('GET', page(email, 'manage'));
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(body).not.toMatch(/<script|https?:\/\/|\son\w+=/i);
    expect(body).toMatch(/<html lang="en">[\s\S]*<title>.+<\/title>[\s\S]*<main>[\s\S]*<h1>/);
  });

  it('speaks the contact’s language, else the project’s', async () => {
    const email = await anEmail(acme, {
      to: 'lang@example.com',
      contact: { subscribed: true, data: { locale: 'de-CH' } },
    });
    const german = (await ask('GET', page(email, 'unsubscribe'))).body;
    expect([heading(german), german.includes('<html lang="de">')]).toEqual(['Von Acme abmelden?', true]);
    const paris = await aProject();
    await paris.ctx.db.updateTable('projects').set({ language: 'fr' }).where('id', '=', paris.id).execute();
    const french = await anEmail(paris, { contact: { subscribed: true, data: { locale: 'xx' } } });
    expect(heading((await ask('GET', page(french, 'unsubscribe'))).body)).toBe('Vous désabonner de Acme ?');
  });

  it('shows names as text', async () => {
    const tricky = await aProject();
    await tricky.ctx.db
      .updateTable('projects')
      .set({ name: '<img src=x> & {email}' })
      .where('id', '=', tricky.id)
      .execute();
    const email = await anEmail(tricky, { to: 'tricky@example.com' });
    const { body } = await ask('GET', page(email, 'unsubscribe'));
    expect(body).not.toContain('<img');
    expect(heading(body)).toBe('Unsubscribe from &lt;img src=x&gt; &amp; {email}?');
  });

  it('is the same neutral one for every link that leads nowhere', async () => {
    const email = await anEmail(acme, { to: 'neutral@example.com' });
    const gone = await anEmail(acme, { to: 'vanished@example.com' });
    await acme.request('DELETE', `/contacts/${gone.contact.id}`);
    const tokenOf = (url: string) => url.split('/').at(-1);
    const bad = [
      `/unsubscribe/${tokenOf(email.links.subscribeUrl)}`,
      `/subscribe/${tokenOf(email.links.unsubscribeUrl)}`,
      `/manage/${tokenOf(email.links.unsubscribeUrl)}`,
      `/manage/${email.contact.id}`,
      '/unsubscribe/%00',
      `/subscribe/${'A'.repeat(4000)}`,
      page(gone, 'manage'),
    ];
    const bodies = new Set<string>();
    for (const url of bad) {
      const shown = await ask('GET', url);
      const posted = await ask('POST', url, { form: 'action=subscribe' });
      expect([url, shown.statusCode, posted.statusCode]).toEqual([url, 404, 404]);
      bodies.add(shown.body).add(posted.body);
    }
    expect(bodies.size).toBe(1);
    expect(heading([...bodies][0] as string)).toBe('This link does not work');
    expect(await names(email)).toEqual([]);
  });

  it('tells in the browser’s language that a link does not work', async () => {
    const { body } = await ask('GET', '/manage/x', { headers: { 'accept-language': 'tlh, nl-BE;q=0.9, en;q=0.1' } });
    expect(heading(body)).toBe('Deze link werkt niet');
  });

  it('answers a form that is too long with a page, not with our insides', async () => {
    const email = await anEmail(acme, { to: 'long@example.com' });
    const answer = await ask('POST', page(email, 'manage'), { form: `action=unsubscribe&x=${'y'.repeat(100_000)}` });
    expect([answer.statusCode, heading(answer.body)]).toEqual([413, 'That did not work']);
    expect(await email.isSubscribed()).toBe(true);
  });

  it('leaves other endpoints without forms', async () => {
    const answer = await ask('POST', '/contacts', {
      form: 'email=a@b.co',
      headers: { authorization: `Bearer ${acme.secretKey}` },
    });
    expect(answer.statusCode).toBe(415);
  });
});

describe('the public contact endpoints', () => {
  const get = (token: string) => acme.request('GET', `/contacts/public/${token}`, { key: 'none' });
  const post = (token: string, wish: string) =>
    acme.request('POST', `/contacts/public/${token}/${wish}`, { key: 'none' });
  const tokenOf = (url: string) => url.split('/').at(-1) as string;

  it('tell who a link belongs to', async () => {
    const email = await anEmail(acme, {
      to: 'public@example.com',
      contact: { subscribed: true, data: { locale: 'pl' } },
    });
    for (const url of [email.links.unsubscribeUrl, email.links.subscribeUrl, email.links.manageUrl]) {
      const { status, body } = await get(tokenOf(url));
      expect([status, body]).toEqual([
        200,
        { id: email.contact.id, email: 'public@example.com', subscribed: true, language: 'pl' },
      ]);
    }
  });

  it('subscribe and unsubscribe, with an event for a real change, credited to the email', async () => {
    const email = await anEmail(acme, { to: 'api@example.com' });
    const token = tokenOf(email.links.manageUrl);
    const state = { id: email.contact.id, email: 'api@example.com' };
    expect(await post(token, 'unsubscribe')).toMatchObject({ status: 200, body: { ...state, subscribed: false } });
    expect(await post(token, 'unsubscribe')).toMatchObject({ status: 200, body: { ...state, subscribed: false } });
    expect(await post(token, 'subscribe')).toMatchObject({ status: 200, body: { ...state, subscribed: true } });
    expect((await email.events()).map(({ name, emailId }) => [name, emailId])).toEqual([
      ['contact.unsubscribed', email.id],
      ['contact.subscribed', email.id],
    ]);
    expect((await get(token)).body.language).toBe('en');
  });

  it('take only a token that was made for the wish', async () => {
    const email = await anEmail(acme, { to: 'wish@example.com' });
    expect((await post(tokenOf(email.links.unsubscribeUrl), 'subscribe')).status).toBe(404);
    expect((await post(tokenOf(email.links.subscribeUrl), 'unsubscribe')).status).toBe(404);
    for (const token of ['x', email.contact.id, tokenOf(email.links.pixelUrl)]) {
      expect(await get(token)).toMatchObject({ status: 404, body: { error: { code: 'CONTACT_NOT_FOUND' } } });
      expect((await post(token, 'unsubscribe')).status).toBe(404);
    }
    expect(await email.isSubscribed()).toBe(true);
  });
});
