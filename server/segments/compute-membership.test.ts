import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import * as contract from '../../contract/segments.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { minutes } from '../platform/clock.ts';
import { recomputeSegments } from './recompute-segments.ts';

let acme: TestProject;
beforeEach(async () => {
  acme = await aProject();
});

const pro = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] };
const tracked = (name = 'VIP Customers') =>
  acme.call(contract.createSegment, { body: { name, condition: pro, trackMembership: true } });
const compute = (id: string) => acme.call(contract.computeSegment, { params: { id } });
const plan = (email: string, plan: string) => acme.contact(email, { data: { plan } });

/** Segment events as "name address", oldest first. */
async function segmentEvents(): Promise<string[]> {
  const { body } = await acme.request('GET', '/events?limit=1000');
  const events = body.events as { name: string; contact: { email: string } }[];
  return events
    .filter(({ name }) => name.startsWith('segment.'))
    .map(({ name, contact }) => `${name} ${contact.email}`)
    .sort();
}

describe('POST /segments/:id/compute', () => {
  it('lets every present member enter the first time, and says so once', async () => {
    await plan('a@example.com', 'pro');
    await plan('b@example.com', 'pro');
    await plan('c@example.com', 'free');
    const { id, memberCount } = await tracked();
    expect(memberCount).toBe(2);
    expect(await segmentEvents()).toEqual([]);
    expect(await compute(id)).toEqual({ added: 2, removed: 0, total: 2 });
    expect(await compute(id)).toEqual({ added: 0, removed: 0, total: 2 });
    expect(await segmentEvents()).toEqual([
      'segment.vip-customers.entry a@example.com',
      'segment.vip-customers.entry b@example.com',
    ]);
  });

  it('records who leaves and who comes back, with the segment in the event', async () => {
    await plan('a@example.com', 'pro');
    const { id } = await tracked();
    await compute(id);
    await plan('a@example.com', 'free');
    await plan('b@example.com', 'pro');
    expect(await compute(id)).toEqual({ added: 1, removed: 1, total: 1 });
    await plan('a@example.com', 'pro');
    expect(await compute(id)).toEqual({ added: 1, removed: 0, total: 2 });
    expect(await segmentEvents()).toEqual([
      'segment.vip-customers.entry a@example.com',
      'segment.vip-customers.entry a@example.com',
      'segment.vip-customers.entry b@example.com',
      'segment.vip-customers.exit a@example.com',
    ]);
    const { body } = await acme.request('GET', '/events?eventName=segment.vip-customers.exit');
    expect(body.events[0].data).toEqual({ segmentId: id, segmentName: 'VIP Customers' });
    expect(body.events[0].createdAt).toBe(acme.world.clock.now().toISOString());
    expect((await acme.call(contract.getSegment, { params: { id } })).memberCount).toBe(2);
  });

  it('names events after the segment as it is called now', async () => {
    await plan('a@example.com', 'pro');
    const { id } = await tracked('Old name');
    await compute(id);
    await acme.call(contract.updateSegment, { params: { id }, body: { name: 'New name' } });
    await plan('a@example.com', 'free');
    await compute(id);
    expect(await segmentEvents()).toEqual([
      'segment.new-name.exit a@example.com',
      'segment.old-name.entry a@example.com',
    ]);
  });

  it('two at the same time record each change once', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, i) => plan(`m${i}@example.com`, 'pro')));
    const { id } = await tracked();
    const entries = await Promise.all([compute(id), compute(id), compute(id)]);
    expect(entries.reduce((sum, { added }) => sum + added, 0)).toBe(60);
    expect((await segmentEvents()).length).toBe(60);
    await Promise.all(Array.from({ length: 60 }, (_, i) => plan(`m${i}@example.com`, 'free')));
    const exits = await Promise.all([compute(id), compute(id), compute(id)]);
    expect(exits.reduce((sum, { removed }) => sum + removed, 0)).toBe(60);
    expect((await segmentEvents()).length).toBe(120);
  });

  it.each([
    ['enter', 'free', 'pro'],
    ['leave', 'pro', 'free'],
  ])('leaves out a contact that is deleted while it is about to %s', async (_, before, after) => {
    const gone = await plan('gone@example.com', before);
    await plan('stays@example.com', before);
    const { id } = await tracked();
    await compute(id);
    await plan('gone@example.com', after);
    await plan('stays@example.com', after);
    const { computing } = await acme.ctx.db.transaction().execute(async (db) => {
      await db.deleteFrom('contacts').where('id', '=', gone.id).execute();
      const computing = compute(id);
      await sleep(200);
      return { computing };
    });
    expect(await computing).toMatchObject(after === 'pro' ? { added: 1, removed: 0 } : { added: 0, removed: 1 });
    expect((await segmentEvents()).filter((event) => event.includes('gone'))).toEqual([]);
  });

  it('answers 400 where membership is not tracked', async () => {
    const { id } = await acme.call(contract.createSegment, { body: { name: 'x', condition: pro } });
    const { status, body } = await acme.request('POST', `/segments/${id}/compute`);
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('only counts a static segment', async () => {
    const { id } = await acme.call(contract.createSegment, {
      body: { name: 'List', type: 'STATIC', trackMembership: true },
    });
    await acme.call(contract.addSegmentMembers, {
      params: { id },
      body: { emails: ['a@example.com'], createMissing: true },
    });
    expect(await compute(id)).toEqual({ added: 0, removed: 0, total: 1 });
    expect(await segmentEvents()).toEqual([]);
  });
});

describe('tracking that is switched on', () => {
  it('lets everyone enter again after it was off', async () => {
    await plan('a@example.com', 'pro');
    const { id } = await tracked();
    await compute(id);
    for (const trackMembership of [false, true]) {
      await acme.call(contract.updateSegment, { params: { id }, body: { trackMembership } });
    }
    expect(await compute(id)).toEqual({ added: 1, removed: 0, total: 1 });
  });

  it('changes nothing for those who refer to the segment before it is first computed', async () => {
    await plan('a@example.com', 'pro');
    const { id } = await tracked();
    const filters = [{ field: `segment.${id}`, operator: 'memberOfSegment' }];
    const user = await acme.call(contract.createSegment, {
      body: { name: 'User', condition: { logic: 'AND', groups: [{ filters }] } },
    });
    expect(user.memberCount).toBe(1);
    await compute(id);
    await plan('b@example.com', 'pro');
    const refresh = () => acme.call(contract.refreshSegment, { params: { id: user.id } });
    expect(await refresh()).toEqual({ memberCount: 1 });
    const free = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'free' }] }] };
    await acme.call(contract.updateSegment, { params: { id }, body: { condition: free } });
    expect(await refresh()).toEqual({ memberCount: 0 });
  });
});

describe('the sweep', () => {
  const count = async (id: string) => (await acme.call(contract.getSegment, { params: { id } })).memberCount;

  it('computes what is tracked and counts the rest, every 5 minutes', async () => {
    const { id } = await tracked();
    const untracked = await acme.call(contract.createSegment, { body: { name: 'Count', condition: pro } });
    await plan('a@example.com', 'pro');
    await recomputeSegments(acme.world.ctx);
    expect([await count(id), await count(untracked.id)]).toEqual([1, 1]);
    expect(await segmentEvents()).toEqual(['segment.vip-customers.entry a@example.com']);
    await plan('b@example.com', 'pro');
    await recomputeSegments(acme.world.ctx);
    expect(await count(untracked.id)).toBe(1);
    acme.world.clock.advance(minutes(5));
    await recomputeSegments(acme.world.ctx);
    expect([await count(id), await count(untracked.id)]).toEqual([2, 2]);
  });

  it('records each change once, however many workers there are', async () => {
    await plan('a@example.com', 'pro');
    for (let i = 0; i < 5; i++) await tracked(`Segment ${i}`);
    await Promise.all([1, 2, 3].map(() => recomputeSegments(acme.world.ctx)));
    expect((await segmentEvents()).length).toBe(5);
  });

  it('is not stopped by a segment that fails', async () => {
    const { id: broken } = await acme.call(contract.createSegment, { body: { name: 'Broken', condition: pro } });
    const { id } = await acme.call(contract.createSegment, { body: { name: 'Sound', condition: pro } });
    await acme.ctx.db
      .updateTable('segments')
      .set({ condition: '{"logic":"AND","groups":[]}' })
      .where('id', '=', broken)
      .execute();
    await plan('a@example.com', 'pro');
    await recomputeSegments(acme.world.ctx);
    expect(await count(id)).toBe(1);
  });
});
