import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aRelay, type Relay } from '../../test/relay.ts';
import { aProject, theWorld } from '../../test/world.ts';
import { domainLost, domainVerified } from '../domains/jobs.ts';
import { enqueue } from '../platform/jobs/job.ts';

let relay: Relay;
beforeAll(async () => {
  relay = await aRelay(await theWorld());
});
afterAll(() => relay.close());

async function aDomainWithMember(domain: string, isVerified: boolean) {
  const project = await aProject({ verifiedDomain: domain });
  const { ctx } = project;
  const email = `member@${domain}`;
  const user = await ctx.db.insertInto('users').values({ email }).returning('id').executeTakeFirstOrThrow();
  await ctx.db.insertInto('memberships').values({ project_id: project.id, user_id: user.id, role: 'OWNER' }).execute();
  const { id } = await ctx.db
    .updateTable('domains')
    .set({ verified: isVerified })
    .where('domain', '=', domain)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ctx, email, domainId: id };
}

describe('the members of a project', () => {
  it('are told by mail that a domain has lost its records, once', async () => {
    const { ctx, email, domainId } = await aDomainWithMember('lost.test', false);
    await enqueue(ctx, domainLost, { domainId });
    await relay.settle();
    await enqueue(ctx, domainLost, { domainId });
    await relay.settle();
    const mails = await relay.mailTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(['lost.test has lost its DNS records']);
    expect(mails[0]?.html).toContain('/app/domains');
  });

  it('are told that a domain is verified', async () => {
    const { ctx, email, domainId } = await aDomainWithMember('won.test', true);
    await enqueue(ctx, domainVerified, { domainId });
    await relay.settle();
    expect((await relay.mailTo(email)).map(({ subject }) => subject)).toEqual(['won.test is verified']);
  });
});
