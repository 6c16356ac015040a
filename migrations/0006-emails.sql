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
  project_id uuid not null references projects on delete cascade,
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
  attempts smallint not null default 0,
  due_at timestamptz not null,
  -- While SENDING: who holds the row and until when; on_wire says that it may have been handed over since.
  lease_owner uuid,
  leased_until timestamptz,
  on_wire boolean not null default false,
  error text,
  message_id text,
  sent_at timestamptz,
  delivered_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  opens integer not null default 0,
  clicks integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, contact_id) references contacts on delete cascade,
  foreign key (project_id, content_id) references email_contents
);
-- The queue, small however large the ledger grows: fair between projects inside one priority.
create index emails_queued on emails (priority, project_id, due_at, id) where status = 'QUEUED';
create index emails_leased on emails (leased_until) where status = 'SENDING';
create unique index emails_once_per_campaign on emails (project_id, campaign_id, contact_id) where campaign_id is not null;
create unique index emails_once_per_step on emails (project_id, step_execution_id) where step_execution_id is not null;
create unique index emails_by_message_id on emails (message_id) where message_id is not null;
create index emails_by_contact on emails (project_id, contact_id, id);
create index emails_by_campaign on emails (project_id, campaign_id, status) where campaign_id is not null;
create index emails_by_status on emails (project_id, status, id);

alter table events add foreign key (project_id, email_id) references emails on delete cascade;

-- Every answer of a relay or provider, so that a person can see what happened to one email.
create table email_attempts (
  project_id uuid not null,
  email_id uuid not null,
  attempt smallint not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('accepted', 'retryLater', 'rejected', 'unknown')),
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
