import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { aMessage, aRelay, aTransportTo } from '../../../test/smtp-client.ts';
import type { Transport } from './transport.ts';

const accepted = expect.objectContaining({ result: 'accepted' });
const down = (reason: string) => ({
  result: 'retryLater',
  reason: expect.stringContaining(reason),
  transportDown: true,
});

const sendMany = (transport: Transport, count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => transport.send(aMessage({ envelopeTo: `u${i}@example.com` }))));

describe('TLS', () => {
  it.each(['startTls', 'secure'] as const)('refuses a certificate that nobody vouches for (%s)', async (kind) => {
    const relay = await aRelay({ [kind]: true });
    const transport = aTransportTo(relay, { scheme: kind === 'secure' ? 'smtps' : 'smtp' });
    expect(await transport.send(aMessage())).toEqual(down('self-signed certificate'));
    expect(relay.messages).toEqual([]);
  });

  it.each(['startTls', 'secure'] as const)('takes a self-signed certificate when told so (%s)', async (kind) => {
    const relay = await aRelay({ [kind]: true });
    const transport = aTransportTo(relay, {
      scheme: kind === 'secure' ? 'smtps' : 'smtp',
      query: '?rejectUnauthorized=false',
    });
    expect(await sendMany(transport, 20)).toEqual(Array(20).fill(accepted));
    expect(relay.messages).toHaveLength(20);
  });

  it('does without only where it is not required', async () => {
    const relay = await aRelay();
    expect(await aTransportTo(relay, { query: '?requireTls=true' }).send(aMessage())).toEqual(down('TLS'));
    expect(await aTransportTo(relay).send(aMessage())).toEqual(accepted);
  });

  it('does not go on in the clear when TLS is out of order', async () => {
    const relay = await aRelay({
      startTls: true,
      react: ({ moment }) => (moment === 'STARTTLS' ? '454 4.7.0 not now' : undefined),
    });
    expect(await aTransportTo(relay).send(aMessage())).toEqual(down('454 4.7.0 not now'));
  });
});

describe('logging in', () => {
  const auth = { user: 'acme@relay.test', pass: 'p@ss:/word' };
  const login = `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}`;

  it.each(['PLAIN', 'LOGIN'])('works by %s', async (mechanisms) => {
    const relay = await aRelay({ auth: { ...auth, mechanisms } });
    expect(await sendMany(aTransportTo(relay, { login }), 3)).toEqual([accepted, accepted, accepted]);
  });

  it('is an operator problem when it fails', async () => {
    const relay = await aRelay({ auth });
    expect(await aTransportTo(relay, { login: 'acme:wrong' }).send(aMessage())).toEqual(
      down('does not accept our login'),
    );
    expect(await aTransportTo(relay).send(aMessage())).toEqual(down('authentication required'));
  });
});

describe('a relay out of reach', () => {
  it('is down when nobody listens', async () => {
    const relay = await aRelay();
    await relay.close();
    expect(await sendMany(aTransportTo(relay, { maxConnections: 3 }), 8)).toEqual(Array(8).fill(down('ECONNREFUSED')));
  });

  it('is down when its name is unknown', async () => {
    const transport = aTransportTo({ port: 25 }, { host: 'relay.invalid' });
    expect(await transport.send(aMessage())).toEqual(down('relay.invalid:25'));
  });
});

describe('connections', () => {
  it.each([true, false])(
    'are shared by many messages, all of which arrive once (pipelining %s)',
    async (pipelining) => {
      const relay = await aRelay({ pipelining });
      const transport = aTransportTo(relay, { maxConnections: 4 });
      expect(transport.capacity).toBe(8);
      expect(await sendMany(transport, 500)).toEqual(Array(500).fill(accepted));
      expect(new Set(relay.messages.map(({ envelopeTo }) => envelopeTo)).size).toBe(500);
      expect(relay.messages).toHaveLength(500);
      expect(relay.connections()).toBe(4);
    },
  );

  it('are not opened before they are needed', async () => {
    const relay = await aRelay();
    const transport = aTransportTo(relay, { maxConnections: 4 });
    expect(relay.connections()).toBe(0);
    for (let i = 0; i < 5; i++) await transport.send(aMessage());
    expect(relay.connections()).toBe(1);
  });

  it('are replaced after their share of messages', async () => {
    const relay = await aRelay();
    const transport = aTransportTo(relay, { messagesPerConnection: 10 });
    expect(await sendMany(transport, 35)).toEqual(Array(35).fill(accepted));
    expect(relay.connections()).toBe(4);
    expect(relay.commands.filter((line) => line === 'QUIT')).toHaveLength(3);
  });

  it('are closed when there is no work', async () => {
    const relay = await aRelay();
    const transport = aTransportTo(relay, { timeouts: { idleMs: 100 } });
    await transport.send(aMessage());
    expect(relay.openConnections()).toBe(1);
    await expect.poll(() => relay.openConnections()).toBe(0);
    expect(relay.commands.at(-1)).toBe('QUIT');
    expect(await transport.send(aMessage())).toEqual(accepted);
  });

  it.each([
    ['is cut', 'drop'],
    ['has had its share', '421 4.7.0 too many messages on this connection'],
  ])('that %s between two messages costs nobody an attempt', async (_what, reaction) => {
    const relay = await aRelay({
      react: ({ moment, taken }) => (moment === 'MAIL' && taken === 3 ? reaction : undefined),
    });
    const transport = aTransportTo(relay);
    expect(await sendMany(transport, 10)).toEqual(Array(10).fill(accepted));
    expect(relay.messages).toHaveLength(10);
  });

  it('that the relay closed while it was idle is noticed', async () => {
    const relay = await aRelay();
    const transport = aTransportTo(relay);
    await transport.send(aMessage());
    relay.dropConnections();
    expect(await transport.send(aMessage())).toEqual(accepted);
    expect(relay.connections()).toBe(2);
  });

  it('that break twice under the same message are told to the caller', async () => {
    const relay = await aRelay({
      react: ({ moment, envelopeTo }) => (moment === 'RCPT' && envelopeTo === 'bad@example.com' ? 'drop' : undefined),
    });
    const transport = aTransportTo(relay, { maxConnections: 3 });
    await sendMany(transport, 100);
    expect(await transport.send(aMessage({ envelopeTo: 'bad@example.com' }))).toMatchObject({
      result: 'retryLater',
      transportDown: false,
    });
    expect(relay.commands.filter((line) => line.includes('bad@'))).toHaveLength(2);
    expect(await transport.send(aMessage())).toEqual(accepted);
  });

  it('beyond what the relay allows do not hold up the others', async () => {
    const relay = await aRelay({
      react: ({ moment, connection }) => (moment === 'connect' && connection > 2 ? '421 4.7.0 too many' : undefined),
    });
    const transport = aTransportTo(relay, { maxConnections: 5 });
    expect(await sendMany(transport, 50)).toEqual(Array(50).fill(accepted));
  });

  it('never carry a message a second time whose answer was lost', async () => {
    const relay = await aRelay({
      react: ({ moment, taken }) => (moment === 'dot' && taken === 2 ? 'drop' : undefined),
    });
    const results = (await sendMany(aTransportTo(relay, { maxConnections: 2 }), 40)).map(({ result }) => result);
    expect(results.filter((result) => result === 'unknown').length).toBeGreaterThan(0);
    expect(results.filter((result) => result === 'accepted' || result === 'unknown')).toHaveLength(40);
    expect(new Set(relay.messages.map(({ envelopeTo }) => envelopeTo)).size).toBe(relay.messages.length);
  });
});

describe('closing', () => {
  it('lets what is on the wire end, gives back what waits, and says goodbye', async () => {
    const relay = await aRelay();
    const transport = aTransportTo(relay);
    await transport.send(aMessage());
    const sending = sendMany(transport, 20);
    await new Promise(setImmediate);
    await transport.close();
    const results = (await sending).map(({ result }) => result);
    expect(results.filter((result) => result === 'accepted').length).toBe(relay.messages.length - 1);
    expect(new Set(results)).toEqual(new Set(['accepted', 'retryLater']));
    expect(relay.openConnections()).toBe(0);
    expect(relay.commands.at(-1)).toBe('QUIT');
  });

  it('takes no more messages', async () => {
    const transport = aTransportTo(await aRelay());
    await transport.close();
    expect(await transport.send(aMessage())).toEqual({
      result: 'retryLater',
      reason: 'The server is shutting down',
      transportDown: false,
    });
  });

  it('does not wait for a relay that never says goodbye', async () => {
    const relay = await aRelay({ react: ({ moment }) => (moment === 'QUIT' ? 'hang' : undefined) });
    const transport = aTransportTo(relay);
    await transport.send(aMessage());
    const closed = transport.close().then(() => 'closed');
    expect(await Promise.race([closed, delay(10_000, 'waiting')])).toBe('closed');
  });
});
