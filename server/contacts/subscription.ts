import type { NewEvent } from '../events/record-events.ts';

interface Write {
  id: string;
  subscribed: boolean;
  was_subscribed: boolean;
}

/** One event per contact whose state really changed; none for the others. */
export function subscriptionEvents(writes: Write[]): NewEvent[] {
  return writes
    .filter(({ subscribed, was_subscribed }) => subscribed !== was_subscribed)
    .map(({ id, subscribed }) => ({
      name: subscribed ? 'contact.subscribed' : 'contact.unsubscribed',
      contactId: id,
    }));
}
