import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getEmail, listEmails } from '../../contract/emails.ts';
import { listContactEvents } from '../../contract/events.ts';
import { anSnsService } from '../../test/sns-service.ts';
import { aProject, aWorld, type TestProject, type World } from '../../test/world.ts';

const DOMAIN = 'inbox-of-acme.test';
const AT = '2026-07-01T09:00:05.000Z';

let sns: Awaited<ReturnType<typeof anSnsService>>;
let world: World;
let acme: TestProject;
beforeAll(async () => {
  sns = await anSnsService();
  world = await aWorld({ snsOrigin: sns.origin });
  acme = await aProject({ world, verifiedDomain: DOMAIN });
});
afterAll(async () => {
  await sns.close();
  await world.app.close();
});

async function post(message: unknown) {
  const response = await world.app.inject({ method: 'POST', url: '/webhooks/sns', payload: JSON.stringify(message) });
  return { status: response.statusCode, body: response.json() };
}

const mimeOf = (from: string, content: string, type = 'text/html') =>
  `From: ${from}\r\nTo: help@${DOMAIN}\r\nSubject: A question\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${content}`;

interface Inbound {
  from?: string;
  source?: string;
  recipients?: string[];
  content?: string | undefined;
  encoding?: string;
}

/** As SES tells of mail that it received. */
const received = ({ from = 'Zoë <Zoe@Sender.test>', source, recipients, content, encoding = 'UTF8' }: Inbound) => ({
  notificationType: 'Received',
  mail: {
    timestamp: AT,
    source: source ?? 'zoe@sender.test',
    messageId: 'ses-inbound-1',
    commonHeaders: { from: [from], to: [`help@${DOMAIN}`], subject: 'A question' },
  },
  receipt: {
    recipients: recipients ?? [`help@${DOMAIN}`],
    processingTimeMillis: 574,
    spamVerdict: { status: 'PASS' },
    virusVerdict: { status: 'PASS' },
    spfVerdict: { status: 'GRAY' },
    dkimVerdict: { status: 'PASS' },
    dmarcVerdict: { status: 'FAIL' },
    action: { type: 'SNS', encoding },
  },
  content,
});

const take = async (inbound: Inbound) => expect((await post(sns.notification(received(inbound)))).status).toBe(200);

async function contactOf(email: string, project = acme) {
  const { body } = await project.request('GET', `/contacts?search=${encodeURIComponent(email)}`);
  return body.data[0];
}

async function eventsOf(email: string) {
  const { id } = await contactOf(email);
  return (await acme.call(listContactEvents, { params: { contactId: id }, query: {} })).events;
}

describe('mail to a verified domain', () => {
  it('becomes a contact, a row of the ledger and an event', async () => {
    await take({ content: mimeOf('Zoë <zoe@sender.test>', '<p>Hello {{email}}</p>') });
    const contact = await contactOf('zoe@sender.test');
    expect(contact.subscribed).toBe(true);
    const { data } = await acme.call(listEmails, { query: { contactId: contact.id } });
    expect(data).toMatchObject([
      {
        status: 'RECEIVED',
        sourceType: 'INBOUND',
        to: `help@${DOMAIN}`,
        from: 'zoe@sender.test',
        fromName: 'Zoë',
        subject: 'A question',
        deliveredAt: AT,
        sentAt: null,
      },
    ]);
    const [email] = data;
    expect((await acme.call(getEmail, { params: { id: email?.id ?? '' } })).body).toBe('<p>Hello {{email}}</p>');
    expect(await eventsOf('zoe@sender.test')).toMatchObject([
      {
        name: 'email.received',
        emailId: email?.id,
        data: {
          messageId: 'ses-inbound-1',
          from: 'zoe@sender.test',
          fromHeader: 'Zoë <Zoe@Sender.test>',
          to: `help@${DOMAIN}`,
          subject: 'A question',
          timestamp: AT,
          recipients: [`help@${DOMAIN}`],
          hasContent: true,
          body: '<p>Hello {{email}}</p>',
          spamVerdict: 'PASS',
          virusVerdict: 'PASS',
          spfVerdict: 'GRAY',
          dkimVerdict: 'PASS',
          dmarcVerdict: 'FAIL',
          processingTimeMillis: 574,
        },
      },
    ]);
    const { body } = await acme.request('GET', `/activity?types=email.received&contactId=${contact.id}`);
    expect(body.data).toMatchObject([{ type: 'email.received', metadata: { sourceType: 'INBOUND' } }]);
  });

  it('comes in every form that SES sends it in', async () => {
    await take({
      from: 'b64@sender.test',
      content: btoa(mimeOf('b64@sender.test', 'a < b', 'text/plain')),
      encoding: 'BASE64',
    });
    await take({ from: 'bare@sender.test' });
    expect((await eventsOf('b64@sender.test'))[0]?.data).toMatchObject({ hasContent: true, body: 'a < b' });
    expect((await eventsOf('bare@sender.test'))[0]?.data).toMatchObject({ hasContent: false, body: null });
    const { id } = await contactOf('b64@sender.test');
    const { data } = await acme.call(listEmails, { query: { contactId: id } });
    expect((await acme.call(getEmail, { params: { id: data[0]?.id ?? '' } })).body).toBe('<pre>a &lt; b</pre>');
  });

  it('is kept without what could run', async () => {
    const html =
      '<script>steal()</script><p onclick="steal()">Hi <a href="javascript:steal()">x</a></p><iframe src="x"></iframe>';
    await take({ from: 'evil@sender.test', content: mimeOf('evil@sender.test', html) });
    expect((await eventsOf('evil@sender.test'))[0]?.data).toMatchObject({ body: '<p>Hi <a>x</a></p>' });
  });

  it('leaves the subscription of a known sender as it is', async () => {
    await acme.contact('left@sender.test', { subscribed: false });
    await take({ from: 'left@sender.test' });
    expect((await contactOf('left@sender.test')).subscribed).toBe(false);
  });

  it('is taken once, however often it is told', async () => {
    const message = sns.notification(received({ from: 'twice@sender.test' }));
    await Promise.all([post(message), post(message), post(message)]);
    expect(await eventsOf('twice@sender.test')).toHaveLength(1);
  });

  it('is one for each address of ours', async () => {
    const recipients = [`a@${DOMAIN}`, `B@${DOMAIN.toUpperCase()}`, `a@${DOMAIN}`, 'someone@elsewhere.test'];
    await take({ from: 'many@sender.test', recipients });
    const events = await eventsOf('many@sender.test');
    expect(events.map(({ data }) => (data as { to: string }).to).sort()).toEqual([`a@${DOMAIN}`, `b@${DOMAIN}`]);
  });

  it('over the cap is dropped without a word', async () => {
    const capped = await aProject({ world, verifiedDomain: 'capped-inbox.test' });
    await world.ctx.db.updateTable('projects').set({ billing_limit_inbound: 1 }).where('id', '=', capped.id).execute();
    for (const from of ['one@sender.test', 'two@sender.test'])
      await take({ from, recipients: ['x@capped-inbox.test'] });
    expect((await capped.call(listEmails, { query: {} })).total).toBe(1);
  });
});

describe('mail that is nobody’s', () => {
  it('to a disabled project leaves nothing behind', async () => {
    const closed = await aProject({ world, verifiedDomain: 'closed-inbox.test' });
    await closed.disable();
    await take({ recipients: ['x@closed-inbox.test'] });
    expect((await closed.call(listEmails, { query: {} })).total).toBe(0);
  });

  it.each([
    ['to a domain that is not verified', { from: 'lost@sender.test', recipients: ['x@unknown.test'] }],
    ['without a sender', { from: 'not an address', source: '<>' }],
    ['to what is no address', { from: 'lost@sender.test', recipients: ['', '@', 'x'] }],
  ])('%s leaves nothing behind', async (_, inbound) => {
    const before = (await acme.call(listEmails, { query: {} })).total;
    await take(inbound);
    expect((await acme.call(listEmails, { query: {} })).total).toBe(before);
    expect(await contactOf('lost@sender.test')).toBeUndefined();
  });

  it('is not taken from a message that has no recipients', async () => {
    const { mail } = received({});
    expect((await post(sns.notification({ notificationType: 'Received', mail }))).status).toBe(200);
  });
});
