import { expect, it } from 'vitest';
import { aProject, aWorld, theWorld } from '../../../test/world.ts';

it('GET /health says that the process lives, without a key', async () => {
  const { app } = await theWorld();
  const response = await app.inject('/health');
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({
    status: 'ok',
    environment: 'production',
    uptime: expect.any(Number),
    memoryUsage: expect.any(Object),
  });
  expect(Date.parse(response.json().time)).toBeGreaterThan(0);
});

it('GET /ready says that the database and its migrations are there', async () => {
  const { app } = await theWorld();
  const response = await app.inject('/ready');
  expect([response.statusCode, response.json()]).toEqual([200, { status: 'ready', database: 'ok', migrations: 'ok' }]);
});

it('GET /ready is 503 while a migration is missing, and names it without changing anything', async () => {
  const world = await aWorld();
  const client = await world.database.pool.connect();
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name desc limit 1');
  const last = rows[0]?.name ?? '';
  await client.query('delete from migrations where name = $1', [last]);
  try {
    const response = await world.app.inject('/ready');
    expect(response.statusCode).toBe(503);
    expect(response.json()).toEqual({ status: 'not ready', database: 'ok', migrations: `missing: ${last}` });
  } finally {
    await client.query('insert into migrations (name) values ($1)', [last]);
    client.release();
    await world.close();
  }
});

it('GET /ready is 503 and /health still 200 when the database is away', async () => {
  const world = await aWorld();
  await world.boss.stop({ graceful: false });
  await world.database.close();
  const ready = await world.app.inject('/ready');
  expect([ready.statusCode, ready.json().database]).toEqual([503, 'unreachable']);
  expect((await world.app.inject('/health')).statusCode).toBe(200);
});

it('a keyed request is a neutral 500 when the database is away', async () => {
  const world = await aWorld();
  const acme = await aProject({ world });
  await world.boss.stop({ graceful: false });
  await world.database.close();
  const { status, body } = await acme.request('GET', '/contacts');
  expect([status, body.error.code]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
  expect(JSON.stringify(body)).not.toMatch(/driver|destroyed|pool/);
});
