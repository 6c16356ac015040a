import { beforeAll, describe, expect, it } from 'vitest';
import { aProject, type TestProject, theWorld, type World } from '../../test/world.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { freezeContent } from './email-content.ts';
import { deleteLooseContents } from './loose-contents.ts';
import { queueEmails } from './queue-emails.ts';

let world: World;
beforeAll(async () => {
  world = await theWorld();
});

const freeze = (ctx: Ctx, subject = 'Hello') =>
  freezeContent(ctx, {
    kind: 'TRANSACTIONAL',
    subject,
    body: '<p>Hi</p>',
    fromEmail: 'ann@acme.test',
    fromName: null,
    replyTo: null,
    headers: {},
    tracked: false,
    attachments: [
      { filename: 'a.txt', contentType: 'text/plain', disposition: 'attachment', content: Buffer.from(subject) },
    ],
  });

/** An email of that content to a contact of its own; answers how to delete both. */
async function mailTo({ ctx, contact, request }: TestProject, email: string, subject?: string) {
  const { id: contactId } = await contact(email);
  await transaction(ctx, async (ctx) => {
    const contentId = await freeze(ctx, subject);
    await queueEmails(ctx, [{ contactId, toEmail: email, variables: {} }], { contentId, sourceType: 'TRANSACTIONAL' });
  });
  return { forget: () => request('DELETE', `/contacts/${contactId}`) };
}

async function subjectsOf({ ctx, id }: TestProject): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('email_contents')
    .select('subject')
    .where('project_id', '=', id)
    .orderBy('subject')
    .execute();
  return rows.map(({ subject }) => subject);
}

const countOf = async (table: 'email_attachments' | 'loose_contents', { ctx, id }: TestProject) =>
  (await ctx.db.selectFrom(table).select('project_id').where('project_id', '=', id).execute()).length;

describe('a frozen content', () => {
  it('goes with its attachments when its last email has gone, in its own project only', async () => {
    const [acme, other] = [await aProject(), await aProject()];
    const [ada, bob] = [await mailTo(acme, 'ada@example.com'), await mailTo(acme, 'bob@example.com')];
    await mailTo(acme, 'eve@example.com', 'Another');
    await mailTo(other, 'ada@example.com');
    await ada.forget();
    await deleteLooseContents(world.ctx);
    expect(await subjectsOf(acme)).toEqual(['Another', 'Hello']);
    await bob.forget();
    await deleteLooseContents(world.ctx);
    expect(await subjectsOf(acme)).toEqual(['Another']);
    expect(await countOf('email_attachments', acme)).toBe(1);
    expect(await countOf('loose_contents', acme)).toBe(0);
    expect(await subjectsOf(other)).toEqual(['Hello']);
  });

  it('stays as long as its campaign does', async () => {
    const acme = await aProject();
    const { id: contactId } = await acme.contact('ada@example.com');
    const content_id = await freeze(acme.ctx);
    const campaign = await acme.ctx.db
      .insertInto('campaigns')
      .values({
        project_id: acme.id,
        name: 'C',
        subject: 'Hello',
        body: '',
        from: 'a@b.test',
        content_id,
        audience_type: 'ALL',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const email = { contactId, toEmail: 'ada@example.com', variables: {} };
    await queueEmails(acme.ctx, [email], { contentId: content_id, sourceType: 'CAMPAIGN' });
    await acme.request('DELETE', `/contacts/${contactId}`);
    await deleteLooseContents(world.ctx);
    expect(await subjectsOf(acme)).toEqual(['Hello']);
    expect((await acme.request('DELETE', `/campaigns/${campaign.id}`)).status).toBe(200);
    await deleteLooseContents(world.ctx);
    expect(await subjectsOf(acme)).toEqual([]);
  });

  it('that somebody is queueing mail of at this moment stays, and is looked at again', async () => {
    const acme = await aProject();
    const ada = await mailTo(acme, 'ada@example.com');
    const { id: contactId } = await acme.contact('bob@example.com');
    await ada.forget();
    await transaction(acme.ctx, async (ctx) => {
      const contentId = await freeze(ctx);
      await deleteLooseContents(world.ctx);
      const email = { contactId, toEmail: 'bob@example.com', variables: {} };
      await queueEmails(ctx, [email], { contentId, sourceType: 'TRANSACTIONAL' });
    });
    expect(await subjectsOf(acme)).toEqual(['Hello']);
    expect(await countOf('loose_contents', acme)).toBe(1);
    await acme.request('DELETE', `/contacts/${contactId}`);
    await deleteLooseContents(world.ctx);
    expect(await subjectsOf(acme)).toEqual([]);
  });

  it('that is deleted while somebody freezes it is frozen anew', async () => {
    const acme = await aProject();
    const first = await freeze(acme.ctx);
    let second: Promise<string> | undefined;
    await transaction(acme.ctx, async (ctx) => {
      await ctx.db.deleteFrom('email_contents').where('project_id', '=', acme.id).execute();
      second = freeze(acme.ctx);
      // Long enough that it waits for this transaction.
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await second).not.toBe(first);
    expect(await subjectsOf(acme)).toEqual(['Hello']);
  });
});
