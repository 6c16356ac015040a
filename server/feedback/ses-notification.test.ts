import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEmail } from '../../test/an-email.ts';
import { anSnsService } from '../../test/sns-service.ts';
import { aProject, aWorld, type TestProject, type World } from '../../test/world.ts';
import { isSnsUrl } from './sns-message.ts';

let sns: Awaited<ReturnType<typeof anSnsService>>;
let world: World;
let acme: TestProject;
beforeAll(async () => {
  sns = await anSnsService();
  world = await aWorld({ snsOrigin: sns.origin });
  acme = await aProject({ world });
});
afterAll(async () => {
  await sns.close();
  await world.app.close();
});

async function post(message: unknown, { type = 'text/plain; charset=UTF-8', to = world } = {}) {
  const payload = typeof message === 'string' ? message : JSON.stringify(message);
  const response = await to.app.inject({
    method: 'POST',
    url: '/webhooks/sns',
    headers: { 'content-type': type },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
}

let count = 0;
/** An email that SES took, and how SES speaks of it. */
async function anSesEmail() {
  const messageId = `0100018f-${process.pid}-${count++}-000000`;
  const email = await anEmail(acme, { to: `ses${count}@example.com`, messageId });
  return { ...email, mail: { messageId, source: 'ann@acme.test' } };
}

const AT = '2026-07-01T09:00:05.000Z';

describe('a notification of SES', () => {
  it.each(['1', '2'])('is believed with a signature of version %s', async (version) => {
    const email = await anSesEmail();
    const event = { eventType: 'Delivery', mail: email.mail, delivery: { timestamp: AT } };
    expect(await post(sns.notification(event, { version }))).toMatchObject({ status: 200, body: { success: true } });
    expect(await email.row()).toMatchObject({ status: 'DELIVERED', delivered_at: new Date(AT) });
    expect(await email.events()).toMatchObject([{ name: 'email.delivery', data: { deliveredAt: AT } }]);
  });

  it('may name its kind in the older way, carry a subject and call itself JSON', async () => {
    const email = await anSesEmail();
    const event = { notificationType: 'Delivery', mail: email.mail, delivery: { timestamp: AT } };
    const message = sns.signed({ Message: JSON.stringify(event), Subject: 'Amazon SES' });
    expect((await post(message, { type: 'application/json' })).status).toBe(200);
    expect((await email.row()).status).toBe('DELIVERED');
  });

  it('of a permanent bounce gives up the address', async () => {
    const email = await anSesEmail();
    const bounce = {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      timestamp: AT,
      bouncedRecipients: [{ emailAddress: email.contact.email, diagnosticCode: 'smtp; 550 5.1.1 user unknown' }],
    };
    await post(sns.notification({ eventType: 'Bounce', mail: email.mail, bounce }));
    expect(await email.row()).toMatchObject({ status: 'BOUNCED', error: 'smtp; 550 5.1.1 user unknown' });
    expect(await email.isSubscribed()).toBe(false);
    const { body } = await acme.request('GET', `/suppressions?search=${email.contact.email}`);
    expect(body.data).toMatchObject([{ reason: 'BOUNCE' }]);
  });

  it.each(['Transient', 'Undetermined', 'SomethingNew'])(
    'of a bounce of type %s is an event only',
    async (bounceType) => {
      const email = await anSesEmail();
      await post(sns.notification({ eventType: 'Bounce', mail: email.mail, bounce: { bounceType, timestamp: AT } }));
      expect([(await email.row()).status, await email.isSubscribed()]).toEqual(['SENT', true]);
      expect((await email.events()).map(({ name }) => name)).toEqual(['email.bounce']);
    },
  );

  it('of a complaint unsubscribes', async () => {
    const email = await anSesEmail();
    const complaint = { timestamp: AT, complaintFeedbackType: 'abuse' };
    await post(sns.notification({ eventType: 'Complaint', mail: email.mail, complaint }));
    expect((await email.row()).status).toBe('COMPLAINED');
    expect((await email.events()).map(({ name }) => name)).toEqual(['email.complaint', 'contact.unsubscribed']);
  });

  it('of opens and clicks counts them, machines apart', async () => {
    const email = await anSesEmail();
    const at = new Date(acme.ctx.clock.now().getTime() + 5000).toISOString();
    const userAgent = 'Mozilla/5.0 (Macintosh) Safari/605.1';
    await post(sns.notification({ eventType: 'Open', mail: email.mail, open: { timestamp: at, userAgent } }));
    const click = { timestamp: at, userAgent, link: 'https://shop.test/' };
    await post(sns.notification({ eventType: 'Click', mail: email.mail, click }));
    await post(
      sns.notification({ eventType: 'Click', mail: email.mail, click: { ...click, userAgent: 'bingbot/2.0' } }),
    );
    expect(await email.row()).toMatchObject({ opens: 1, clicks: 1, machine_clicks: 1, opened_at: new Date(at) });
    expect((await email.events()).map(({ name, data }) => [name, data.link])).toEqual([
      ['email.open', undefined],
      ['email.click', 'https://shop.test/'],
      ['email.click', 'https://shop.test/'],
    ]);
  });

  it('that is repeated changes nothing, whatever it tells', async () => {
    const email = await anSesEmail();
    const open = sns.notification({ eventType: 'Open', mail: email.mail, open: { timestamp: AT } });
    const bounce = sns.notification({ eventType: 'Bounce', mail: email.mail, bounce: { bounceType: 'Transient' } });
    await Promise.all([post(open), post(open), post(bounce), post(bounce)]);
    expect((await post(open)).status).toBe(200);
    expect((await email.events()).map(({ name }) => name).toSorted()).toEqual(['email.bounce', 'email.open']);
  });

  it('may be faster than we store the id that SES gave us', async () => {
    const email = await anEmail(acme, { to: 'fast@example.com', status: 'SENDING', sentAt: null });
    const messageId = `fast-${process.pid}-000000`;
    const posted = post(sns.notification({ eventType: 'Delivery', mail: { messageId }, delivery: { timestamp: AT } }));
    await acme.ctx.db.updateTable('emails').set({ message_id: messageId }).where('id', '=', email.id).execute();
    expect((await posted).status).toBe(200);
    expect((await email.row()).status).toBe('DELIVERED');
  });

  it.each([
    ['no message id', { eventType: 'Delivery', mail: {} }, 400],
    ['no mail', { eventType: 'Delivery' }, 400],
    ['a message id that nobody has', { eventType: 'Delivery', mail: { messageId: 'unknown' } }, 404],
    ['a message id with NUL', { eventType: 'Delivery', mail: { messageId: '\0' } }, 404],
  ])('with %s is refused', async (_, event, status) => {
    const answer = await post(sns.notification(event));
    expect(answer).toEqual({ status, body: { success: false, error: expect.any(String) } });
  });

  it.each([
    ['an unknown kind of event', { eventType: 'Rendering Failure', mail: { messageId: 'x' } }],
    ['a name that objects have', { eventType: 'constructor', mail: { messageId: 'x' } }],
    ['inbound mail', { notificationType: 'Received', mail: { messageId: 'x' } }],
    ['text that is no JSON', 'Successfully validated SNS topic for Amazon SES event publishing.'],
    ['JSON of another shape', '[1]'],
    ['fields of other types', { eventType: 'Bounce', mail: 7 }],
  ])('with %s is taken and forgotten', async (_, event) => {
    expect((await post(sns.notification(event))).status).toBe(200);
  });

  it('with odd details is used as far as it goes', async () => {
    const email = await anSesEmail();
    const bounce = { bounceType: 'Permanent', timestamp: 'yesterday', bouncedRecipients: 'none', bounceSubType: 3 };
    expect((await post(sns.notification({ eventType: 'Bounce', mail: email.mail, bounce }))).status).toBe(200);
    expect((await email.row()).status).toBe('BOUNCED');
  });
});

describe('a message that is not signed well', () => {
  const forged = (change: Record<string, string | undefined>) => ({
    ...sns.notification({ eventType: 'Delivery', mail: { messageId: 'x' } }),
    ...change,
  });

  it.each([
    ['changed text', () => forged({ Message: '{}' })],
    ['a changed topic', () => forged({ TopicArn: 'arn:aws:sns:eu-west-1:1:other' })],
    ['no signature', () => forged({ Signature: undefined })],
    ['a signature that is none', () => forged({ Signature: '%%%' })],
    ['a version that nobody has', () => forged({ SignatureVersion: '3' })],
    ['version 2 called 1', () => forged({ SignatureVersion: '1' })],
    [
      'a certificate from elsewhere',
      () => forged({ SigningCertURL: 'https://evil.test/SimpleNotificationService-a.pem' }),
    ],
    ['a certificate by another name', () => forged({ SigningCertURL: `${sns.origin}/?x=.pem` })],
    ['no certificate', () => forged({ SigningCertURL: 'nowhere' })],
    ['no JSON', () => '{'],
    ['nothing', () => ''],
    ['another kind of JSON', () => 'null'],
  ])('is refused: %s', async (_, message) => {
    expect(await post(message())).toEqual({ status: 403, body: { success: false, message: expect.any(String) } });
  });

  it('is asked for again when the certificate cannot be had', async () => {
    const SigningCertURL = `${sns.origin}/SimpleNotificationService-broken.pem`;
    expect((await post(forged({ SigningCertURL }))).status).toBe(503);
  });

  it('is one of a topic that the deployment did not name', async () => {
    const strict = await aWorld({ snsOrigin: sns.origin, snsTopicArns: ['arn:aws:sns:eu-west-1:1:mine'] });
    const event = { eventType: 'Delivery', mail: {} };
    expect((await post(sns.notification(event), { to: strict })).status).toBe(403);
    const mine = sns.signed({ Message: JSON.stringify(event), TopicArn: 'arn:aws:sns:eu-west-1:1:mine' });
    expect((await post(mine, { to: strict })).status).toBe(400);
    await strict.app.close();
  });

  it('has its certificate fetched once for all', async () => {
    await post(sns.notification('x'));
    const before = sns.requests.length;
    await post(sns.notification('x'));
    expect(sns.requests.length).toBe(before);
  });
});

describe('a confirmation of the subscription', () => {
  const confirmation = (SubscribeURL: string) =>
    sns.signed({ Type: 'SubscriptionConfirmation', Message: 'You have chosen to subscribe', Token: 't', SubscribeURL });

  it('is confirmed by a visit', async () => {
    const answer = await post(confirmation(`${sns.origin}/confirm?Token=t`));
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(sns.requests).toContain('/confirm?Token=t');
  });

  it.each(['https://evil.test/confirm', 'file:///etc/passwd', 'http://169.254.169.254/', 'https://sns.evil.test/'])(
    'does not make us visit %s',
    async (url) => {
      expect((await post(confirmation(url))).status).toBe(400);
    },
  );

  it('is asked for again when the visit fails', async () => {
    expect((await post(confirmation(`${sns.origin}/elsewhere`))).status).toBe(503);
  });
});

it('other types of messages are taken and forgotten', async () => {
  const message = sns.signed({ Type: 'UnsubscribeConfirmation', Message: 'x', Token: 't', SubscribeURL: sns.origin });
  expect(await post(message)).toMatchObject({ status: 200, body: { success: false } });
});

describe('an address of SNS', () => {
  const config = { snsOrigin: undefined, snsTopicArns: [] };

  it.each(['https://sns.eu-west-1.amazonaws.com/x', 'https://sns.cn-north-1.amazonaws.com.cn/x'])('is %s', (url) => {
    expect(isSnsUrl(config, url)).toBe(true);
  });

  it.each([
    'http://sns.eu-west-1.amazonaws.com/x',
    'https://sns.eu-west-1.amazonaws.com.evil.test/x',
    'https://evil.test/sns.eu-west-1.amazonaws.com',
    'https://bucket.s3.amazonaws.com/x',
    'https://sns.a.b.amazonaws.com/x',
    'https://user@sns.eu-west-1.amazonaws.com/x',
    'https://sns.eu-west-1.amazonaws.com:8443/x',
    'https://sns.eu-west-1.amazonaws.com@evil.test/',
    '',
    undefined,
  ])('is not %s', (url) => {
    expect(isSnsUrl(config, url)).toBe(false);
  });
});
