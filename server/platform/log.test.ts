import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { aProject, aWorld } from '../../test/world.ts';
import { createLog } from './log.ts';

/** A server whose log is kept. */
async function logged(level: string) {
  let text = '';
  const to = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const world = await aWorld({}, { log: createLog(level, { to }) });
  return { world, acme: await aProject({ world }), lines: () => text };
}

describe('the log', () => {
  it('holds neither keys nor addresses at info, whatever happens', async () => {
    const { world, acme, lines } = await logged('info');
    const email = 'secret-person@example.com';
    await acme.contact(email, { data: { note: 'secret-note' } });
    await acme.track(email, 'seen');
    await acme.request('GET', `/contacts?search=${email}`);
    await acme.request('POST', '/contacts', { body: { email: `${email} no` } });
    await acme.request('GET', '/contacts', { key: { raw: 'Bearer sk_guessed' } });
    // Postgres quotes the row in the detail of such an error.
    await world.database.pool.query(
      'alter table contacts add constraint refused check (email <> $$clash@example.com$$) not valid',
    );
    const { status } = await acme.request('POST', '/contacts', {
      body: { email: 'clash@example.com', data: { note: 'secret-note' } },
    });
    await world.database.pool.query('alter table contacts drop constraint refused');
    expect(status).toBe(500);
    expect(lines()).toContain('violates check constraint');
    expect(lines()).toContain(acme.id);
    expect(lines()).not.toMatch(/secret-person|secret-note|clash@|\b[sp]k_/);
    expect(lines()).not.toContain(acme.secretKey);
    await world.close();
  });

  it('tells request id, project, route and status of each request at debug, and still no key', async () => {
    const { world, acme, lines } = await logged('debug');
    await acme.request('GET', '/contacts/x?search=secret-person', { headers: { 'x-request-id': 'my-request' } });
    const line = lines()
      .split('\n')
      .map((text) => (text ? JSON.parse(text) : {}))
      .find(({ msg, requestId }) => msg === 'request' && requestId === 'my-request');
    expect(line).toMatchObject({ projectId: acme.id, method: 'GET', path: '/contacts/:id', status: 404 });
    expect(lines()).not.toMatch(/secret-person|\b[sp]k_/);
    await world.close();
  });
});

it('an error is logged with its cause and without what hangs on it', () => {
  let text = '';
  const to = {
    write: (line: string) => {
      text += line;
    },
  };
  const cause = Object.assign(new Error('inner'), { code: 'ECONNRESET', config: { token: 'hidden' } });
  const error = Object.assign(new Error('outer', { cause }), {
    detail: 'hidden',
    client: { password: 'hidden' },
    table: 'contacts',
  });
  createLog('info', { to }).error({ err: error }, 'failed');
  createLog('info', { to }).error({ err: new AggregateError([cause], 'both') }, 'failed');
  createLog('info', { to }).error({ err: 'text' }, 'failed');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).err);
  expect(lines[0]).toMatchObject({ type: 'Error', message: 'outer', table: 'contacts', cause: { code: 'ECONNRESET' } });
  expect(lines[1]).toMatchObject({ type: 'AggregateError', errors: [{ message: 'inner' }] });
  expect(lines[2]).toBe('text');
  expect(text).not.toContain('hidden');
});
