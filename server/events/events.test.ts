import { beforeAll, describe, expect, it } from 'vitest';
import type { Event } from '../../contract/events.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { days, seconds } from '../platform/clock.ts';
import { recordEvents } from './record-events.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

const names = (events: Event[]): string[] => events.map(({ name }) => name);

describe('GET /events', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await aProject();
    for (const [email, event] of [
      ['ada@example.com', 'first'],
      ['bob@example.com', 'second'],
      ['ada@example.com', 'third'],
    ] as const) {
      project.world.clock.advance(seconds(1));
      await project.track(email, event, { n: event.length });
    }
    await recordEvents(project.ctx, [{ name: 'nobody', contactId: null }]);
  });

  it('lists events newest first, with the address of the contact or null', async () => {
    const { body } = await project.request('GET', '/events');
    expect(names(body.events)).toEqual(['nobody', 'third', 'second', 'first']);
    expect(body.events[0].contact).toBeNull();
    expect(body.events[1]).toEqual({
      id: expect.any(String),
      name: 'third',
      data: { n: 5 },
      projectId: project.id,
      contactId: expect.any(String),
      emailId: null,
      createdAt: project.world.clock.now().toISOString(),
      contact: { email: 'ada@example.com' },
    });
  });

  it('may be asked for one name and for fewer', async () => {
    expect(names((await project.request('GET', '/events?eventName=second')).body.events)).toEqual(['second']);
    expect(names((await project.request('GET', '/events?eventName=unknown')).body.events)).toEqual([]);
    expect(names((await project.request('GET', '/events?limit=2')).body.events)).toEqual(['nobody', 'third']);
    expect(names((await project.request('GET', '/events?limit=0')).body.events)).toHaveLength(4);
    expect(names((await project.request('GET', '/events?limit=-3')).body.events)).toHaveLength(1);
  });

  it('answers 100 by default and never more than 1000', async () => {
    const busy = await aProject();
    await recordEvents(
      busy.ctx,
      Array.from({ length: 1005 }, (_, i) => ({ name: `e${i}`, contactId: null })),
    );
    const page = (await busy.request('GET', '/events')).body.events;
    expect(page).toHaveLength(100);
    // Of one instant, and still in order.
    expect(names(page).slice(0, 3)).toEqual(['e1004', 'e1003', 'e1002']);
    expect((await busy.request('GET', '/events?limit=5000')).body.events).toHaveLength(1000);
  });

  it('of one contact: newest first, 50 by default, without the contact', async () => {
    const { id } = await acme.contact('many@example.com');
    await recordEvents(
      acme.ctx,
      Array.from({ length: 60 }, (_, i) => ({ name: `m${i}`, contactId: id })),
    );
    const { body } = await acme.request('GET', `/events/contact/${id}`);
    expect(body.events).toHaveLength(50);
    expect(body.events[0]).toMatchObject({ name: 'm59', contactId: id });
    expect(body.events[0]).not.toHaveProperty('contact');
    expect((await acme.request('GET', `/events/contact/${id}?limit=3`)).body.events).toHaveLength(3);
  });

  it.each([crypto.randomUUID(), 'nonsense'])('of an unknown contact (%s): none', async (id) => {
    expect(await acme.request('GET', `/events/contact/${id}`)).toMatchObject({ status: 200, body: { events: [] } });
  });
});

describe('counting', () => {
  let project: TestProject;
  let start: Date;
  beforeAll(async () => {
    project = await aProject();
    start = project.world.clock.now();
    const record = (name: string, times: number) =>
      recordEvents(
        project.ctx,
        Array.from({ length: times }, () => ({ name, contactId: null })),
      );
    await record('rare', 1);
    await record('often', 5);
    project.world.clock.advance(days(1));
    await record('late', 3);
    await record('email.sent', 2);
  });

  it('GET /events/stats counts by name, most frequent first, system events included', async () => {
    const { body } = await project.request('GET', '/events/stats');
    expect(body).toEqual([
      { name: 'often', count: 5 },
      { name: 'late', count: 3 },
      { name: 'email.sent', count: 2 },
      { name: 'rare', count: 1 },
    ]);
  });

  it('GET /events/stats counts inside a period, its ends included', async () => {
    const stats = async (query: string) =>
      ((await project.request('GET', `/events/stats?${query}`)).body as { name: string }[]).map(({ name }) => name);
    const [first, second] = [start.toISOString(), new Date(start.getTime() + days(1)).toISOString()];
    expect(await stats(`endDate=${first}`)).toEqual(['often', 'rare']);
    expect(await stats(`startDate=${second}`)).toEqual(['late', 'email.sent']);
    expect(await stats(`startDate=${first}&endDate=${second}`)).toHaveLength(4);
    expect(await stats('startDate=2999-01-01')).toEqual([]);
  });

  it('GET /events/stats takes the whole of its last day where that is given without a time', async () => {
    const { body } = await project.request('GET', `/events/stats?endDate=${start.toISOString().slice(0, 10)}`);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['often', 'rare']);
  });

  it.each(['soon', '', '-271821-04-20', '%2B275760-09-13', '0000-01-01'])(
    'GET /events/stats refuses the date "%s" with 400',
    async (date) => {
      const { status, body } = await project.request('GET', `/events/stats?startDate=${date}`);
      expect([status, body.error.message]).toEqual([400, 'startDate is not a date']);
    },
  );

  it('GET /events/names lists them, most frequent first', async () => {
    const { body } = await project.request('GET', '/events/names');
    expect(body).toEqual({ eventNames: ['often', 'late', 'email.sent', 'rare'] });
  });
});

describe('of another project', () => {
  it('nothing is seen', async () => {
    const other = await aProject();
    const { id } = await acme.contact('private@example.com');
    await acme.track('private@example.com', 'private_event');
    expect((await other.request('GET', '/events?eventName=private_event')).body.events).toEqual([]);
    expect((await other.request('GET', `/events/contact/${id}`)).body.events).toEqual([]);
    expect((await other.request('GET', '/events/names')).body.eventNames).toEqual([]);
    expect((await other.request('GET', '/events/stats')).body).toEqual([]);
    expect((await other.request('GET', '/events/private_event/usage')).body).toMatchObject({ totalCount: 0 });
  });
});
