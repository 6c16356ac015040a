import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type Mail from 'nodemailer/lib/mailer/index.js';
import type { TestProject } from '../world.ts';

export type CapturedMail = Mail.Options & { to: string; subject: string };

/**
 * Puts mails into the inbox of a project, oldest first, as the capture transport leaves them: ledger row and finished
 * message. Answers their ids. The messages are composed by another library than ours.
 */
export async function capture({ ctx, contact }: TestProject, mails: CapturedMail[]): Promise<string[]> {
  const ids: string[] = [];
  const content = await ctx.db
    .insertInto('email_contents')
    .values({
      project_id: ctx.projectId,
      hash: Buffer.from(crypto.randomUUID()),
      kind: 'TRANSACTIONAL',
      subject: 'as captured',
      body: 'as captured',
      from_email: 'shop@acme.test',
      tracked: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const mail of mails) {
    const address = /<(.+)>/.exec(mail.to)?.[1] ?? mail.to;
    const { id: contactId } = await contact(address);
    const raw = await new MailComposer({ from: 'Acme Shop <shop@acme.test>', newline: 'windows', ...mail })
      .compile()
      .build();
    const { id } = await ctx.db
      .insertInto('emails')
      .values({
        project_id: ctx.projectId,
        contact_id: contactId,
        content_id: content.id,
        to_email: address,
        source_type: 'TRANSACTIONAL',
        status: 'SENT',
        due_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ctx.db
      .insertInto('captured_messages')
      .values({ project_id: ctx.projectId, email_id: id, envelope_from: 'b@acme.test', envelope_to: address, raw })
      .execute();
    ids.push(id);
  }
  return ids;
}
