import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendEmail } from '../../contract/send.ts';
import { aRelay, type Relay } from '../../test/relay.ts';
import { aProject, aWorld, type World } from '../../test/world.ts';
import { seconds } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';

let world: World;
let relay: Relay;
let n = 0;
const start = async (settings: Partial<Config>) => {
  world = await aWorld(settings, { database: `posthorn_throttle_${process.env.VITEST_POOL_ID}` });
  relay = await aRelay(world);
  await world.ctx.db.deleteFrom('send_allowances').execute();
  await world.ctx.db.updateTable('emails').set({ status: 'CANCELLED' }).where('status', '=', 'QUEUED').execute();
};
beforeEach(() => {
  n++;
});
afterEach(async () => {
  await relay.close();
  await world.close();
});

async function queue(domain: string, count: number): Promise<void> {
  const project = await aProject({ world, verifiedDomain: domain });
  const to = Array.from({ length: count }, (_, i) => `t${n}-${i}@${domain}`);
  await project.call(sendEmail, { body: { to, from: `a@${domain}`, subject: 'Hi', body: 'x' } });
}

const arrived = (domain = '') => relay.messages.filter(({ envelopeTo }) => envelopeTo.endsWith(domain)).length;

describe('the sending rate', () => {
  it('of the deployment holds, second by second', async () => {
    await start({ emailRatePerSecond: 5 });
    await queue('rate-a.test', 12);
    await relay.settle();
    expect(arrived()).toBe(5);
    await relay.settle();
    expect(arrived()).toBe(5);
    world.clock.advance(seconds(1));
    await relay.settle();
    expect(arrived()).toBe(10);
    world.clock.advance(seconds(60));
    await relay.settle();
    expect(arrived()).toBe(12);
  });

  it('of a project does not slow another project down', async () => {
    await start({ projectEmailRatePerSecond: 3 });
    await queue('rate-b.test', 10);
    await queue('rate-c.test', 2);
    await relay.settle();
    expect([arrived('rate-b.test'), arrived('rate-c.test')]).toEqual([3, 2]);
  });

  it('is nobody’s concern when none is set', async () => {
    await start({});
    await queue('rate-d.test', 30);
    await relay.settle();
    expect(arrived()).toBe(30);
  });
});
