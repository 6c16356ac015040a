import { email as emailSchema } from '../../contract/fields.ts';
import { MAX_EVENT_NAME_LENGTH } from '../../contract/track.ts';
import { getContact } from '../contacts/contact.ts';
import type { ContactData } from '../contacts/contact-data.ts';
import { type EventRow, recordEvents } from '../events/record-events.ts';
import { assertNotReserved } from '../events/reserved-names.ts';
import type { Ctx } from '../platform/context.ts';
import { AppError, legacyError, notFound } from '../platform/errors.ts';
import { trackEvent } from './track-event.ts';

interface InternalEvent {
  name?: string | undefined;
  event?: string | undefined;
  contactId?: string | undefined;
  email?: string | undefined;
  emailId?: string | undefined;
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
  if (body.emailId !== undefined) throw notFound('Email', body.emailId);
  const email = body.contactId === undefined ? body.email : await emailOf(ctx, body.contactId);
  if (email === undefined) {
    const [event] = await recordEvents(ctx, [{ name, contactId: null, data: body.data ?? null }]);
    return event as EventRow;
  }
  const parsed = emailSchema.safeParse(email);
  if (!parsed.success) throw legacyError(400, 'Invalid email');
  return trackEvent(ctx, { email: parsed.data, event: name, subscribed: body.subscribed, data: body.data });
}

async function emailOf(ctx: Ctx, contactId: string): Promise<string> {
  const contact = await getContact(ctx, contactId).catch((error: unknown) => {
    // Here the contact is an argument, not the resource that was asked for.
    if (error instanceof AppError) throw new AppError('RESOURCE_NOT_FOUND', error.message, error.extras);
    throw error;
  });
  return contact.email;
}
