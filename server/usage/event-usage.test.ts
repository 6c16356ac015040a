import { beforeAll, describe, expect, it } from 'vitest';
import { aProject, type TestProject } from '../../test/world.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
  for (const email of ['a@example.com', 'a@example.com', 'b@example.com']) await acme.track(email, 'order.paid / ä');
});

const path = `/events/${encodeURIComponent('order.paid / ä')}`;

describe('GET /events/:eventName/usage', () => {
  it('counts events and contacts of a name, dots, slashes and all', async () => {
    expect(await acme.request('GET', `${path}/usage`)).toMatchObject({
      status: 200,
      body: { usedInSegments: [], usedInWorkflows: [], totalCount: 3, uniqueContacts: 2, canDelete: true },
    });
  });

  it('answers zeros for a name that nobody tracked', async () => {
    const { body } = await acme.request('GET', '/events/unknown/usage');
    expect(body).toMatchObject({ totalCount: 0, uniqueContacts: 0, canDelete: true });
  });

  it('a system event cannot be deleted', async () => {
    expect((await acme.request('GET', '/events/contact.subscribed/usage')).body.canDelete).toBe(false);
  });

  it('a name of 255 signs that need escaping is found', async () => {
    const name = '日'.repeat(255);
    await acme.track('a@example.com', name);
    expect((await acme.request('GET', `/events/${encodeURIComponent(name)}/usage`)).body.totalCount).toBe(1);
  });
});

describe('DELETE /events/:eventName', () => {
  it('deletes every event with that name in this project, and no other', async () => {
    const other = await aProject();
    await other.track('a@example.com', 'order.paid / ä');
    await acme.track('a@example.com', 'kept');
    expect(await acme.request('DELETE', path)).toMatchObject({ status: 200, body: { deletedCount: 3 } });
    expect(await acme.request('DELETE', path)).toMatchObject({ status: 200, body: { deletedCount: 0 } });
    expect((await acme.request('GET', '/events/names')).body.eventNames).toContain('kept');
    expect((await other.request('GET', `${path}/usage`)).body.totalCount).toBe(1);
  });

  it.each(['email.sent', 'contact.subscribed', 'segment.vip.entry'])(
    'refuses the system event %s: 400, flat',
    async (name) => {
      const { status, body } = await acme.request('DELETE', `/events/${name}`);
      expect([status, body]).toEqual([400, { error: expect.stringMatching(/^Cannot delete /) }]);
    },
  );
});
