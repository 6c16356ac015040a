/** `key`: the column that follows project_id in an index, along which a table is deleted slice by slice. */
export interface WipedTable {
  table: string;
  key: string;
  type: 'uuid' | 'text';
}

const uuid = (table: string, key = 'id'): WipedTable => ({ table, key, type: 'uuid' });
const text = (table: string, key: string): WipedTable => ({ table, key, type: 'text' });

/**
 * What a reset deletes. First what would go on making rows, then children before parents: a cascade would do it too, but
 * in one statement however many there are. Nobody else's tables are written outside their room; this spans all of them,
 * and the order between them is the point.
 */
export const WIPED_TABLES: readonly WipedTable[] = [
  text('contact_jobs', 'id'),
  text('event_listeners', 'name'),
  uuid('event_dispatches', 'event_id'),
  uuid('workflow_step_executions', 'execution_id'),
  uuid('workflow_executions'),
  uuid('workflow_transitions'),
  uuid('workflow_steps'),
  uuid('workflow_versions', 'workflow_id'),
  uuid('workflows'),
  uuid('workflow_counts', 'workflow_id'),
  uuid('test_emails', 'email_id'),
  uuid('captured_messages', 'email_id'),
  uuid('email_attempts', 'email_id'),
  uuid('events'),
  uuid('emails'),
  uuid('campaigns'),
  uuid('email_attachments', 'content_id'),
  uuid('email_contents'),
  uuid('loose_contents', 'content_id'),
  uuid('held_lanes', 'lane'),
  uuid('segment_memberships', 'contact_id'),
  uuid('segments'),
  uuid('contacts'),
  uuid('templates'),
];

/** What goes too when the project itself does, and may be long. The rest refers to the project, and goes with it. */
export const DELETED_TABLES: readonly WipedTable[] = [
  ...WIPED_TABLES,
  text('idempotency_keys', 'key'),
  text('feedback_receipts', 'key'),
  text('suppressions', 'email'),
];

/**
 * Counters that follow the rows above by themselves, and have no reference to the project that would delete them. Changes
 * before what they are folded into: a fold that is under way is waited for, and then found there.
 */
export const COUNTERS = [
  'contact_counts',
  'email_day_changes',
  'email_day_counts',
  'event_day_changes',
  'event_day_counts',
];
