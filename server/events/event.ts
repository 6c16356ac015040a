import type { Event } from '../../contract/events.ts';
import type { EventRow } from './record-events.ts';

export function toEvent(row: EventRow): Event {
  return {
    id: row.id,
    name: row.name,
    data: row.data,
    projectId: row.project_id,
    contactId: row.contact_id,
    emailId: row.email_id,
    createdAt: row.created_at.toISOString(),
  };
}
