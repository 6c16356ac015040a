import nodemailer from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEmail } from '../../test/an-email.ts';
import { aProject, aWorld, type TestProject, type World } from '../../test/world.ts';
import { verpAddress } from '../delivery/verp.ts';
import { type BounceListener, startBounceListener } from './bounce-listener.ts';

let world: World;
let acme: TestProject;
let listener: BounceListener;
beforeAll(async () => {
  world = await aWorld({ bounceDomain: 'bounces.acme.test' });
  acme = await aProject({ world });
  listener = await startBounceListener(world.ctx, { port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await listener.close();
  await world.app.close();
});

const returnPath = (emailId: string, projectId = acme.id): string =>
  verpAddress(world.ctx.config, { projectId, emailId }) as string;

/** Hands a raw message to the listener as another server does, with an empty sender. */
async function deliver(to: string | string[], raw: string, port = listener.port): Promise<string> {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    secure: false,
    ignoreTLS: true,
  });
  try {
    const sent = await transport.sendMail({ envelope: { from: '', to }, raw });
    return sent.response;
  } catch (error) {
    return (error as Error & { response: string }).response;
  } finally {
    transport.close();
  }
}

const lines = (...text: string[]): string => text.join('\r\n');

const notification = (
  action: string,
  status: string,
  diagnostic: string,
  original = 'Subject: Hello\r\n\r\nHi',
): string =>
  lines(
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.com>',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="8D2F.1/mx.example.com"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--8D2F.1/mx.example.com',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '',
    '--8D2F.1/mx.example.com',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    'Arrival-Date: Wed,  1 Jul 2026 09:00:00 +0000 (UTC)',
    '',
    'Final-Recipient: rfc822; ada@example.com',
    'Original-Recipient: rfc822;ada@example.com',
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mail.example.com',
    `Diagnostic-Code: smtp; ${diagnostic}`,
    '',
    '--8D2F.1/mx.example.com',
    'Content-Description: Undelivered Message',
    'Content-Type: message/rfc822',
    '',
    original,
    '',
    '--8D2F.1/mx.example.com--',
    '',
  );

const complaint = lines(
  'From: <abusedesk@example.com>',
  'Subject: FW: Earn money',
  'MIME-Version: 1.0',
  'Content-Type: multipart/report; report-type=feedback-report; boundary="part1"',
  '',
  '--part1',
  'Content-Type: text/plain; charset="US-ASCII"',
  '',
  'This is an email abuse report.',
  '',
  '--part1',
  'Content-Type: message/feedback-report',
  '',
  'Feedback-Type: abuse',
  'User-Agent: SomeGenerator/1.0',
  'Version: 1',
  '',
  '--part1',
  'Content-Type: message/rfc822',
  'Content-Disposition: inline',
  '',
  'From: <ann@acme.test>',
  'Subject: Hello',
  '',
  'Hi',
  '--part1--',
  '',
);

describe('a delivery report by SMTP', () => {
  it('of failure bounces the email whose return path it came to', async () => {
    const email = await anEmail(acme, { to: 'dsn@example.com' });
    const raw = notification('failed', '5.1.1', '550 5.1.1 <ada@example.com>: user unknown');
    expect(await deliver(returnPath(email.id), raw)).toMatch(/^250 /);
    expect(await email.row()).toMatchObject({ status: 'BOUNCED', error: '550 5.1.1 <ada@example.com>: user unknown' });
    expect(await email.isSubscribed()).toBe(false);
    expect((await email.events()).map(({ name }) => name)).toEqual(['email.bounce', 'contact.unsubscribed']);
    const { body } = await acme.request('GET', '/suppressions?search=dsn@');
    expect(body.data).toMatchObject([{ email: 'dsn@example.com', reason: 'BOUNCE' }]);
  });

  it('of a delay is noted and changes nothing; repeated, it is noted once', async () => {
    const email = await anEmail(acme, { to: 'delayed@example.com' });
    const raw = notification('delayed', '4.4.1', '421 try later');
    await deliver(returnPath(email.id), raw);
    await deliver(returnPath(email.id).toUpperCase(), raw);
    expect(await email.row()).toMatchObject({ status: 'SENT', error: null });
    const events = await email.events();
    expect(events.map(({ name, data }) => [name, data.bounceType, data.transientBounce])).toEqual([
      ['email.bounce', 'Transient', true],
    ]);
  });

  it('of success delivers, of relaying says nothing', async () => {
    const email = await anEmail(acme, { to: 'success@example.com' });
    await deliver(returnPath(email.id), notification('relayed', '2.0.0', '250 ok'));
    expect((await email.row()).status).toBe('SENT');
    await deliver(returnPath(email.id), notification('delivered', '2.0.0', '250 ok'));
    expect((await email.row()).status).toBe('DELIVERED');
  });

  it('may bring a large message back', async () => {
    const email = await anEmail(acme, { to: 'large@example.com' });
    const original = `Subject: big\r\n\r\n${`${'x'.repeat(76)}\r\n`.repeat(20_000)}`;
    const raw = notification('failed', '5.1.1', '550 unknown', original);
    expect(await deliver(returnPath(email.id), raw)).toMatch(/^250 /);
    expect((await email.row()).status).toBe('BOUNCED');
  });

  it('of abuse is a complaint', async () => {
    const email = await anEmail(acme, { to: 'arf@example.com' });
    expect(await deliver(returnPath(email.id), complaint)).toMatch(/^250 /);
    expect((await email.row()).status).toBe('COMPLAINED');
    expect((await email.events()).map(({ name }) => name)).toEqual(['email.complaint', 'contact.unsubscribed']);
  });

  it('that is none is taken without effect', async () => {
    const email = await anEmail(acme, { to: 'away@example.com' });
    const raw = lines('Subject: Out of office', 'Auto-Submitted: auto-replied', '', 'I am away.');
    expect(await deliver(returnPath(email.id), raw)).toMatch(/^250 /);
    expect(await email.events()).toEqual([]);
  });

  it('for an email that is gone is taken without effect', async () => {
    const email = await anEmail(acme, { to: 'gone@bounce.test' });
    await acme.request('DELETE', `/contacts/${email.contact.id}`);
    expect(await deliver(returnPath(email.id), notification('failed', '5.1.1', '550 no'))).toMatch(/^250 /);
  });

  it('for a project that is gone is not taken for our mistake', async () => {
    const raw = notification('failed', '5.1.1', '550 no');
    expect(await deliver(returnPath(crypto.randomUUID(), crypto.randomUUID()), raw)).toMatch(/^250 /);
  });
});

describe('mail to anyone else', () => {
  it.each(['postmaster@bounces.acme.test', 'ann@acme.test', `b+${'a'.repeat(61)}@bounces.acme.test`])(
    'is refused: %s',
    async (to) => {
      expect(await deliver(to, complaint)).toMatch(/^550 5\.1\.1 /);
    },
  );

  it('at another deployment’s return path is refused', async () => {
    const stolen = verpAddress(
      { secret: 'some other secret, long enough to be one', bounceDomain: 'bounces.acme.test' },
      { projectId: acme.id, emailId: crypto.randomUUID() },
    ) as string;
    expect(await deliver(stolen, complaint)).toMatch(/^550 /);
  });
});

describe('mail to the domain of a project', () => {
  let open: World;
  let inbound: BounceListener;
  let shop: TestProject;
  beforeAll(async () => {
    open = await aWorld({ bounceDomain: 'bounces.acme.test', inboundDomain: 'in.posthorn.test' });
    shop = await aProject({ world: open, verifiedDomain: 'shop-inbox.test' });
    inbound = await startBounceListener(open.ctx, { port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await inbound.close();
    await open.close();
  });

  const letter = lines(
    'From: =?UTF-8?Q?Zo=C3=AB?= <zoe@sender.test>',
    'To: help@shop-inbox.test',
    'Subject: A question',
    'Message-ID: <q1@sender.test>',
    '',
    'Is it open?',
  );

  it('is received, with what was sent about it', async () => {
    expect(await deliver('Help@shop-inbox.test', letter, inbound.port)).toMatch(/^250 /);
    const { body } = await shop.request('GET', '/events?eventName=email.received');
    expect(body.events).toMatchObject([
      {
        contact: { email: 'zoe@sender.test' },
        data: {
          messageId: '<q1@sender.test>',
          from: 'zoe@sender.test',
          fromHeader: 'Zoë <zoe@sender.test>',
          to: 'help@shop-inbox.test',
          subject: 'A question',
          hasContent: true,
          body: 'Is it open?',
          spamVerdict: null,
        },
      },
    ]);
  });

  it('is refused where nobody receives it, or this deployment receives nothing', async () => {
    expect(await deliver('help@nobodys.test', letter, inbound.port)).toMatch(/^550 5\.1\.1/);
    expect(await deliver('help@shop-inbox.test', letter)).toMatch(/^550 5\.1\.1/);
  });
});
