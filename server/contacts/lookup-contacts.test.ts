import { expect, it } from 'vitest';
import { aProject } from '../../test/world.ts';

const lookup = async (emails: unknown, project?: Awaited<ReturnType<typeof aProject>>) => {
  const { status, body } = await (project ?? (await aProject())).request('POST', '/contacts/lookup', {
    body: { emails },
  });
  return { status, body };
};

it('answers the addresses as they were spelled, found in any case', async () => {
  const [project, other] = [await aProject(), await aProject()];
  await project.contact('ann@example.org');
  await other.contact('theirs@example.org');
  const emails = ['Ann@Example.org', 'bob@example.org', ' ann@example.org', 'theirs@example.org', ''];
  expect(await lookup(emails, project)).toEqual({
    status: 200,
    body: {
      found: ['Ann@Example.org', ' ann@example.org'],
      notFound: ['bob@example.org', 'theirs@example.org', ''],
    },
  });
});

it('takes 500 addresses', async () => {
  const { status, body } = await lookup(Array.from({ length: 500 }, (_, i) => `${i}@example.org`));
  expect([status, body.notFound.length]).toEqual([200, 500]);
});

it.each([
  ['nothing', undefined],
  ['text', 'a@example.org'],
  ['an empty list', []],
  ['501 addresses', Array.from({ length: 501 }, (_, i) => `${i}@example.org`)],
  ['numbers', [1]],
])('%s: 400, flat', async (_, emails) => {
  expect(await lookup(emails)).toEqual({ status: 400, body: { error: expect.stringMatching(/^emails must be/) } });
});
