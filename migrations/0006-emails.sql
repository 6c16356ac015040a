-- What to send, frozen when queued and shared by every recipient. `hash` covers all columns that matter, so the same
-- template sent a million times is one row.
create table email_contents (
  project_id uuid not null references projects on delete cascade,
  id uuid not null default uuidv7(),
  hash bytea not null,
  kind text not null check (kind in ('TRANSACTIONAL', 'MARKETING', 'HEADLESS')),
  subject text not null,
  body text not null,
  from_email text not null,
  from_name text,
  reply_to text,
  headers jsonb not null default '{}',
  -- Opens and clicks are tracked: the project's mode, resolved when queued.
  tracked boolean not null,
  created_at timestamptz not null default now(),
  primary key (project_id, id),
  unique (project_id, hash)
);

create table email_attachments (
  project_id uuid not null,
  content_id uuid not null,
  position smallint not null,
  filename text not null,
  content_type text not null,
  content_id_header text,
  disposition text not null check (disposition in ('attachment', 'inline')),
  content bytea not null,
  primary key (project_id, content_id, position),
  foreign key (project_id, content_id) references email_contents on delete cascade
);
-- Files are mostly compressed already: keep them out of line without another attempt.
alter table email_attachments alter column content set storage external;

-- The ledger: one narrow row per recipient and message. It is the send queue, the audit trail and the source of every
-- counter. Priorities: 0 transactional, 1 workflow, 2 campaign.
create table emails (
  -- Belongs to a project through its contact: a second foreign key would lock the project's row for every email.
  project_id uuid not null,
  id uuid not null default uuidv7(),
  contact_id uuid not null,
  content_id uuid not null,
  to_email text not null,
  to_name text,
  -- Captured when queued (send); null: rendered from the contact as it is at hand-over (campaign, workflow).
  variables jsonb,
  source_type text not null check (source_type in ('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'INBOUND')),
  template_id uuid,
  campaign_id uuid,
  workflow_execution_id uuid,
  step_execution_id uuid,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'BOUNCED',
    'COMPLAINED', 'FAILED', 'SUPPRESSED', 'CANCELLED', 'UNKNOWN', 'RECEIVED')),
  priority smallint not null default 0,
  -- Emails of one lane are held and released together: a campaign is a lane, everything else shares one.
  lane uuid not null generated always as (coalesce(campaign_id, '00000000-0000-0000-0000-000000000000')) stored,
  attempts smallint not null default 0,
  due_at timestamptz not null,
  -- By a person's choice, after it had ended without arriving: patience starts again here.
  retried_at timestamptz,
  -- While SENDING: who holds the row and until when; on_wire says that it may have been handed over since.
  lease_owner uuid,
  leased_until timestamptz,
  on_wire boolean not null default false,
  -- Why it is where it is: the relay's answer, or our own reason.
  error text,
  response text,
  message_id text,
  sent_at timestamptz,
  delivered_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  opens integer not null default 0,
  clicks integer not null default 0,
  -- By prefetchers and link scanners: no sign of a reader, so neither in the counts above nor in opened_at, clicked_at.
  machine_opens integer not null default 0,
  machine_clicks integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, contact_id) references contacts on delete cascade,
  foreign key (project_id, content_id) references email_contents
-- Three updates take a row to its end: room on its page keeps the second of them out of the indexes.
) with (fillfactor = 70);
-- The queue, small however large the ledger grows: fair between projects inside one priority.
create index emails_queued on emails (priority, project_id, lane, due_at, id) where status = 'QUEUED';
create index emails_leased on emails (leased_until) where status = 'SENDING';
create unique index emails_once_per_campaign on emails (project_id, campaign_id, contact_id) where campaign_id is not null;
create unique index emails_once_per_step on emails (project_id, step_execution_id) where step_execution_id is not null;
create unique index emails_by_message_id on emails (message_id) where message_id is not null;
create index emails_by_contact on emails (project_id, contact_id, id);
create index emails_by_campaign on emails (project_id, campaign_id, status) where campaign_id is not null;
-- The states that people look for; the others are the rule, and most of the table.
create index emails_by_status on emails (project_id, status, id) where status not in ('QUEUED', 'SENDING', 'SENT', 'DELIVERED');
create index emails_by_template on emails (project_id, template_id) where template_id is not null;

-- Transactional mail whose fate a lost connection left open is sent again under the same Message-ID.
alter table projects add column resend_unknown boolean not null default true;

alter table events add foreign key (project_id, email_id) references emails on delete cascade;
-- Serves that cascade, and finds the subject that an email was sent with.
create index events_by_email on events (project_id, email_id) where email_id is not null;

-- Lanes that are not to be sent from now: one row stops a million emails at once.
create table held_lanes (
  project_id uuid not null references projects on delete cascade,
  lane uuid not null,
  primary key (project_id, lane)
);

-- Tries that did not end in acceptance, so that a person can see what happened to one email. The accepting answer is in
-- `response` of the email itself: most mail needs one try, and costs no second row.
create table email_attempts (
  project_id uuid not null,
  email_id uuid not null,
  attempt smallint not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('retryLater', 'rejected', 'unknown')),
  response text,
  primary key (project_id, email_id, attempt),
  foreign key (project_id, email_id) references emails on delete cascade
);

create table suppressions (
  project_id uuid not null references projects on delete cascade,
  email text not null,
  reason text not null check (reason in ('BOUNCE', 'COMPLAINT', 'MANUAL')),
  detail text,
  created_at timestamptz not null default now(),
  primary key (project_id, email)
);
create index suppressions_by_creation on suppressions (project_id, created_at, email);

-- Notifications and reports that took effect: senders repeat them, and a repeated one must change nothing.
create table feedback_receipts (
  project_id uuid not null references projects on delete cascade,
  key text not null,
  received_at timestamptz not null,
  primary key (project_id, key)
);
create index feedback_receipts_by_age on feedback_receipts (received_at);

-- Finished messages of the capture transport, for the built-in inbox.
create table captured_messages (
  project_id uuid not null,
  email_id uuid not null,
  envelope_from text not null,
  envelope_to text not null,
  raw bytea not null,
  created_at timestamptz not null default now(),
  primary key (project_id, email_id),
  foreign key (project_id, email_id) references emails on delete cascade
);

-- Token buckets of the sending rates. Unlogged: after a crash they are simply full again.
create unlogged table send_allowances (
  key text primary key,
  tokens float8 not null,
  refilled_at timestamptz not null
);
