import { email as emailSchema } from '../../contract/fields.ts';
import { MAX_EVENT_NAME_LENGTH } from '../../contract/track.ts';
import { getContact } from '../contacts/contact.ts';
import { type ContactData, planDataChange, unwrapTransient } from '../contacts/contact-data.ts';
import { updateContact } from '../contacts/update-contact.ts';
import { upsertContacts } from '../contacts/upsert-contacts.ts';
import { getEmailRow } from '../delivery/email.ts';
import { type EventRow, recordEvents } from '../events/record-events.ts';
import { assertNotReserved } from '../events/reserved-names.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { AppError, legacyError } from '../platform/errors.ts';

interface InternalEvent {
  name?: string | undefined;
  event?: string | undefined;
  contactId?: string | null | undefined;
  email?: string | null | undefined;
  emailId?: string | null | undefined;
  subscribed?: boolean | undefined;
  data?: ContactData | null | undefined;
}

/** POST /events/track: the contact by id, by address, or none at all. */
export async function trackInternally(ctx: Ctx, body: InternalEvent): Promise<EventRow> {
  const name = body.name || body.event || '';
  if (name.length > MAX_EVENT_NAME_LENGTH) {
    throw legacyError(400, `Event name must be at most ${MAX_EVENT_NAME_LENGTH} characters`);
  }
  assertNotReserved(name);
  return transaction(ctx, async (ctx) => {
    const emailId = typeof body.emailId === 'string' ? (await getEmailRow(ctx, body.emailId)).id : null;
    const contactId = await contactOf(ctx, body);
    const data = body.data ? unwrapTransient(body.data) : null;
    const [event] = await recordEvents(ctx, [{ name, contactId, emailId, data }]);
    return event as EventRow;
  });
}

/** The contact after what the event says about it. */
async function contactOf(ctx: Ctx, { contactId, email, subscribed, data }: InternalEvent): Promise<string | null> {
  if (typeof contactId === 'string') {
    const says = subscribed !== undefined || data;
    const contact = says
      ? updateContact(ctx, contactId, { subscribed, data: data ?? undefined })
      : getContact(ctx, contactId);
    return (await contact.catch(refusedAsArgument)).id;
  }
  if (typeof email !== 'string') return null;
  const upsert = { email: parsedEmail(email), subscribed, change: planDataChange(data) };
  const [result] = await upsertContacts(ctx, [upsert], { subscribedByDefault: true });
  return result?.contact.id ?? null;
}

function parsedEmail(text: string): string {
  const parsed = emailSchema.safeParse(text);
  if (!parsed.success) throw legacyError(400, 'Invalid email');
  return parsed.data;
}

/** Here the contact is an argument, not the resource that was asked for. */
function refusedAsArgument(error: unknown): never {
  if (error instanceof AppError && error.code === 'CONTACT_NOT_FOUND') {
    throw new AppError('RESOURCE_NOT_FOUND', error.message, error.extras);
  }
  throw error;
}
