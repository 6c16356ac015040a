import { sql } from 'kysely';
import { upsertContacts } from '../contacts/upsert-contacts.ts';
import { recordEvents } from '../events/record-events.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { uuidV7 } from '../platform/uuid.ts';
import { freezeContent } from './email-content.ts';
import { utcDay } from './email-counts.ts';
import { readUsage, type Use } from './usage-caps.ts';

export interface ReceivedEmail {
  to: string;
  /** Normalised: trimmed and lower-case. */
  from: string;
  fromName: string | null;
  subject: string;
  /** Harmless, as it is going to be shown. */
  html: string;
  at: Date;
  /** What the event tells. */
  data: Record<string, unknown>;
}

/** Mail from outside: the sender becomes a contact, and the ledger has it as theirs. Over the cap it is not taken. */
export function receiveEmail(ctx: Ctx, mail: ReceivedEmail): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { categories, total } = await readUsage(ctx);
    if (isUsedUp(categories.inbound) || isUsedUp(total)) {
      return ctx.log.warn({ projectId: ctx.projectId }, 'inbound mail dropped: the monthly cap is reached');
    }
    const [sender] = await upsertContacts(ctx, [{ email: mail.from }], { subscribedByDefault: true });
    const contactId = sender?.contact.id as string;
    const emailId = await insertReceived(ctx, mail, contactId);
    await recordEvents(ctx, [{ name: 'email.received', contactId, emailId, data: mail.data }]);
  });
}

const isUsedUp = ({ limit, usage }: Use): boolean => limit !== null && usage >= limit;

async function insertReceived(ctx: Ctx, mail: ReceivedEmail, contactId: string): Promise<string> {
  const now = ctx.clock.now();
  const id = uuidV7(now);
  const contentId = await freezeContent(ctx, {
    kind: 'TRANSACTIONAL',
    subject: mail.subject,
    body: mail.html,
    fromEmail: mail.from,
    fromName: mail.fromName,
    replyTo: null,
    headers: {},
    tracked: false,
    attachments: [],
  });
  await sql`
    with received as (
      insert into emails (project_id, id, contact_id, content_id, to_email, source_type, status, due_at, delivered_at,
                          created_at, updated_at)
      values (${ctx.projectId}, ${id}, ${contactId}, ${contentId}, ${mail.to}, 'INBOUND', 'RECEIVED', ${now}, ${mail.at},
              ${now}, ${now})
    )
    insert into email_counts (project_id, day, source_type, queued, metered)
    values (${ctx.projectId}, ${utcDay(now)}::date, 'INBOUND', 1, 1)
  `.execute(ctx.db);
  return id;
}
