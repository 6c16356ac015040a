import { describe, expect, it } from 'vitest';
import { aMessage, aRelay } from '../../../test/smtp-client.ts';
import { theWorld } from '../../../test/world.ts';
import { readConfig } from '../../platform/config.ts';
import { StartError } from '../../platform/start-error.ts';
import { createTransport } from './create-transport.ts';

const transportFor = async (env: Record<string, string>) => {
  const { ctx } = await theWorld();
  return createTransport({ ...ctx, config: readConfig(env) });
};

describe('MAIL_TRANSPORT', () => {
  it.each([
    [{}, 'capture'],
    [{ MAIL_TRANSPORT: 'capture' }, 'capture'],
    [{ MAIL_TRANSPORT: 'ses', AWS_REGION: 'eu-west-1' }, 'ses'],
    [{ MAIL_TRANSPORT: 'smtp://relay.test' }, 'smtp'],
    [{ MAIL_TRANSPORT: 'smtps://user:p%40ss@relay.test:465?rejectUnauthorized=false' }, 'smtp'],
    [{ MAIL_TRANSPORT: 'smtp://[::1]:25?requireTls=true&name=mail.acme.test' }, 'smtp'],
  ])('%j sends by %s', async (env, name) => {
    const transport = await transportFor(env);
    expect(transport.name).toBe(name);
    await transport.close();
  });

  it.each([
    'sendmail',
    'http://relay.test',
    'smtp://',
    'relay.test:25',
    'smtp://relay.test:99999',
    'smtp://relay.test?requireTLS=true',
    'smtp://relay.test?requireTls=yes',
  ])('%s is refused with the name of the setting', (value) => {
    expect(() => readConfig({ MAIL_TRANSPORT: value })).toThrow(StartError);
    expect(() => readConfig({ MAIL_TRANSPORT: value })).toThrow(/^MAIL_TRANSPORT: must be capture, ses, smtp:/);
  });

  it('has room for the connections of its setting', async () => {
    const transport = await transportFor({ MAIL_TRANSPORT: 'smtp://relay.test', SMTP_MAX_CONNECTIONS: '7' });
    expect(transport.capacity).toBe(14);
  });

  it.each([
    ['https://mail.acme.test', 'EHLO mail.acme.test'],
    ['http://192.0.2.1:3000', expect.not.stringContaining('192.0.2.1')],
  ])('under %s introduces itself with %s', async (publicUrl, greeting) => {
    const relay = await aRelay();
    const transport = await transportFor({ MAIL_TRANSPORT: `smtp://127.0.0.1:${relay.port}`, PUBLIC_URL: publicUrl });
    await transport.send(aMessage());
    expect(relay.commands[0]).toEqual(greeting);
    await transport.close();
  });
});
