import { invalid } from '../platform/errors.ts';

/** Names that only the service itself records (api.md "Events"). Case-sensitive. */
export function isReservedEvent(name: string): boolean {
  if (name.startsWith('email.')) return true;
  if (name === 'contact.subscribed' || name === 'contact.unsubscribed') return true;
  return name.startsWith('segment.') && (name.endsWith('.entry') || name.endsWith('.exit'));
}

export function assertNotReserved(name: string): void {
  if (!isReservedEvent(name)) return;
  throw invalid('Reserved system events cannot be tracked', [
    { field: 'event', message: `"${name}" is a reserved event name`, code: 'reserved_event', received: name },
  ]);
}
