import { describe, expect, it } from 'vitest';
import type { Moment, Reaction, SmtpServerOptions } from '../../../test/smtp-behaviour.ts';
import { aMessage, aRelay, aTransportTo, type ClientOptions, IMPATIENT } from '../../../test/smtp-client.ts';
import type { Outcome, OutgoingMessage } from './transport.ts';

const accepted = { result: 'accepted', response: '250 2.0.0 queued' };
const retryLater = (reason: string, transportDown = false) => ({
  result: 'retryLater',
  reason: expect.stringContaining(reason),
  transportDown,
});
const unknown = (reason: string) => ({ result: 'unknown', reason: expect.stringContaining(reason) });
const rejected = (code: string, badAddress = false) => ({
  result: 'rejected',
  code,
  reason: expect.stringContaining(code),
  badAddress,
});

/** The relay reacts once like this at that moment. */
const once = (moment: Moment, reaction: Reaction): Pick<SmtpServerOptions, 'react'> => {
  let isDone = false;
  return {
    react: (command) => {
      if (command.moment !== moment || isDone) return undefined;
      isDone = true;
      return reaction;
    },
  };
};

async function outcomeOf(
  server: SmtpServerOptions,
  client: ClientOptions = {},
  message: Partial<OutgoingMessage> = {},
): Promise<Outcome> {
  return aTransportTo(await aRelay(server), client).send(aMessage(message));
}

const patienceFor = (reaction: Reaction): ClientOptions => (reaction === 'hang' ? { timeouts: IMPATIENT } : {});

const LARGE = Buffer.from(`Subject: Large\r\n\r\n${'0123456789abcdef\r\n'.repeat(400_000)}`);

describe.each([true, false])('with pipelining %s', (pipelining) => {
  it('hands over message and envelope as they are', async () => {
    const relay = await aRelay({ pipelining });
    const raw = Buffer.from('.Subject: dots\r\n\r\n.\r\n..\r\n.a\r\nb.\r\n');
    expect(await aTransportTo(relay).send(aMessage({ raw }))).toEqual(accepted);
    expect(relay.messages).toEqual([{ envelopeFrom: 'bounces@acme.test', envelopeTo: 'ada@example.com', raw }]);
  });

  it('hands over a message of several megabytes', async () => {
    const relay = await aRelay({ pipelining });
    expect(await aTransportTo(relay).send(aMessage({ raw: LARGE }))).toEqual(accepted);
    expect(relay.messages[0]?.raw.equals(LARGE)).toBe(true);
  });

  it.each<[Moment, string, object]>([
    ['MAIL', '550 no', rejected('550')],
    ['MAIL', '550 5.1.8 unknown sender', rejected('550 5.1.8')],
    ['MAIL', '550 5.1.1 unknown', rejected('550 5.1.1')],
    ['MAIL', '451 4.3.0 later', retryLater('451 4.3.0 later')],
    ['MAIL', '421 4.7.0 busy', retryLater('421 4.7.0 busy', true)],
    ['MAIL', '454 Throttling failure', retryLater('454', true)],
    ['MAIL', '530 5.7.0 login first', retryLater('does not accept our login', true)],
    ['RCPT', '550 no such user', rejected('550', true)],
    ['RCPT', '550 5.1.1 no such user', rejected('550 5.1.1', true)],
    ['RCPT', '553 5.1.10 null MX', rejected('553 5.1.10', true)],
    ['RCPT', '550 5.2.1 mailbox disabled', rejected('550 5.2.1', true)],
    ['RCPT', '550 5.7.1 blocked', rejected('550 5.7.1')],
    ['RCPT', '550 5.1.7 bad sender', rejected('550 5.1.7')],
    ['RCPT', '552 mailbox full', rejected('552')],
    ['RCPT', '450 4.2.0 greylisted', retryLater('450')],
    ['RCPT', '421 4.7.0 busy', retryLater('421', true)],
    ['DATA', '554 5.7.1 no', rejected('554 5.7.1')],
    ['DATA', '451 later', retryLater('451')],
    ['dot', '550 no such user', rejected('550')],
    ['dot', '550-5.7.1 this looks\r\n550 5.7.1 like spam', rejected('550 5.7.1')],
    ['dot', '554 5.1.1 no such user', rejected('554 5.1.1', true)],
    ['dot', '452 4.3.1 disk full', retryLater('452')],
    ['dot', '421 4.3.2 going down', retryLater('421', true)],
    ['dot', '454 Throttling failure: rate exceeded', retryLater('454', true)],
  ])('takes "%s: %s" for what it is', async (moment, reply, outcome) => {
    expect(await outcomeOf({ pipelining, ...once(moment, reply) })).toEqual(outcome);
  });

  it.each<[Moment, Reaction, object]>([
    ['connect', 'hang', retryLater('does not answer', true)],
    ['connect', 'drop', retryLater('closed', true)],
    ['connect', '554 no service', retryLater('554 no service', true)],
    ['connect', '421 too many connections', retryLater('421', true)],
    ['EHLO', 'hang', retryLater('does not answer', true)],
    ['MAIL', 'hang', retryLater('did not answer')],
    ['MAIL', 'drop', retryLater('The')],
    ['RCPT', 'hang', retryLater('did not answer')],
    ['RCPT', 'drop', retryLater('The')],
    ['DATA', 'hang', retryLater('did not answer')],
    ['DATA', 'drop', retryLater('The')],
    ['body', 'hang', unknown('did not answer')],
    ['body', 'drop', unknown('The')],
    ['dot', 'hang', unknown('did not answer')],
    ['dot', 'drop', unknown('The')],
    ['MAIL', 'what?', retryLater('does not speak SMTP')],
    ['MAIL', '354 go ahead', retryLater('does not speak SMTP')],
    ['DATA', '250 ok', retryLater('does not speak SMTP')],
    ['dot', '354 more', unknown('does not speak SMTP')],
  ])('knows what it cannot know when the relay reacts to %s with "%s"', async (moment, reaction, outcome) => {
    expect(await outcomeOf({ pipelining, ...once(moment, reaction) }, patienceFor(reaction))).toEqual(outcome);
  });

  it.each<[Reaction, object]>([
    ['drop', retryLater('The')],
    ['hang', retryLater('did not answer')],
    ['552 5.3.4 too big', rejected('552 5.3.4')],
  ])(
    'knows that a large message was not complete when the relay says "%s" to its beginning',
    async (reaction, outcome) => {
      const relay = await aRelay({ pipelining, ...once('body', reaction) });
      const transport = aTransportTo(relay, patienceFor(reaction));
      expect(await transport.send(aMessage({ raw: LARGE }))).toEqual(outcome);
      expect(await transport.send(aMessage())).toEqual(accepted);
      expect(relay.messages.map(({ raw }) => raw.length)).toEqual([aMessage().raw.length]);
    },
  );

  it('is patient with a relay that is slow but gets on', async () => {
    const relay = await aRelay({ pipelining, replyEveryMs: 400 });
    const transport = aTransportTo(relay, { timeouts: { commandMs: 1000, afterDotMs: 1000 } });
    expect(await transport.send(aMessage())).toEqual(accepted);
    expect(await transport.send(aMessage())).toEqual(accepted);
    expect(relay.connections()).toBe(1);
  });

  it('goes on with the next message after a refused one, on the same connection', async () => {
    const relay = await aRelay({
      pipelining,
      react: ({ moment, envelopeTo }) =>
        moment === 'RCPT' && envelopeTo.startsWith('no') ? '550 5.1.1 unknown' : undefined,
    });
    const transport = aTransportTo(relay);
    const names = ['no-1', 'yes-1', 'no-2', 'no-3', 'yes-2'];
    const outcomes = await Promise.all(
      names.map((name) => transport.send(aMessage({ envelopeTo: `${name}@example.com` }))),
    );
    expect(outcomes.map(({ result }) => result)).toEqual(['rejected', 'accepted', 'rejected', 'rejected', 'accepted']);
    expect(relay.messages.map(({ envelopeTo }) => envelopeTo)).toEqual(['yes-1@example.com', 'yes-2@example.com']);
    expect(relay.connections()).toBe(1);
  });
});

describe('pipelining', () => {
  it('sends the text of a message and the commands of the next in one go', async () => {
    const chunks: string[] = [];
    const relay = await aRelay({ onData: (chunk) => chunks.push(chunk.toString()) });
    const transport = aTransportTo(relay);
    await Promise.all([1, 2, 3].map((i) => transport.send(aMessage({ envelopeTo: `u${i}@example.com` }))));
    expect(chunks).toContainEqual(
      expect.stringMatching(/^Subject: Hello[\s\S]*\r\n\.\r\nMAIL FROM[\s\S]*RCPT TO:<u2@example.com>\r\nDATA\r\n$/),
    );
    // EHLO, the first commands, and one write per message.
    expect(chunks).toHaveLength(5);
  });

  it('ends an opened text with a single dot when the only recipient was refused', async () => {
    const relay = await aRelay({
      react: ({ moment, argument, taken }) => {
        if (moment === 'RCPT' && argument.includes('no@')) return '550 5.1.1 unknown';
        return moment === 'DATA' && taken === 0 ? '354 go ahead' : undefined;
      },
    });
    const transport = aTransportTo(relay);
    expect(await transport.send(aMessage({ envelopeTo: 'no@example.com' }))).toEqual(rejected('550 5.1.1', true));
    expect(await transport.send(aMessage())).toEqual(accepted);
    expect(relay.messages).toHaveLength(1);
    expect(relay.connections()).toBe(1);
  });

  it('sends nothing to a relay that asks for the text after refusing the sender', async () => {
    const relay = await aRelay({
      react: ({ moment }) => ({ MAIL: '550 no', RCPT: '250 ok', DATA: '354 go' })[moment as 'MAIL'],
    });
    expect(await aTransportTo(relay).send(aMessage())).toEqual(rejected('550'));
    expect(relay.messages).toEqual([]);
  });
});

describe('what the relay offers', () => {
  it('tells the size, and spares a relay what it will not take', async () => {
    const relay = await aRelay({ extensions: ['SIZE 100'] });
    const transport = aTransportTo(relay);
    expect(await transport.send(aMessage())).toEqual(accepted);
    expect(relay.commands).toContain(`MAIL FROM:<bounces@acme.test> SIZE=${aMessage().raw.length}`);
    expect(await transport.send(aMessage({ raw: Buffer.alloc(101, 'a') }))).toEqual(rejected('552 5.3.4'));
  });

  it('uses SMTPUTF8 for an international address, and refuses without it', async () => {
    const message = { envelopeTo: 'jürgen@bücher.example' };
    const relay = await aRelay({ extensions: ['SMTPUTF8'] });
    expect(await aTransportTo(relay).send(aMessage(message))).toEqual(accepted);
    expect(relay.commands).toEqual(
      expect.arrayContaining(['MAIL FROM:<bounces@acme.test> SMTPUTF8', 'RCPT TO:<jürgen@xn--bcher-kva.example>']),
    );
    expect(await outcomeOf({}, {}, message)).toEqual(rejected('550 5.6.7'));
  });

  it('announces eight-bit text', async () => {
    const relay = await aRelay();
    expect(await aTransportTo(relay).send(aMessage({ raw: Buffer.from('Subject: x\r\n\r\nGrüße\r\n') }))).toEqual(
      accepted,
    );
    expect(relay.commands).toContain('MAIL FROM:<bounces@acme.test> BODY=8BITMIME');
  });

  it('cannot be tricked into other commands by an address', async () => {
    const relay = await aRelay();
    await aTransportTo(relay).send(aMessage({ envelopeTo: 'a@b.test>\r\nRCPT TO:<c@d.test' }));
    expect(relay.commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(1);
  });
});
