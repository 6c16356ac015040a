-- How much mail a project queued and sent, and what came back, by UTC day. Differences are appended in the transaction
-- that they come from and folded by a sweep (server/delivery/email-counts.ts): a row to update would make every send of
-- a project wait for the one before. No foreign key: it would lock the project's row for each email.
create table email_counts (
  project_id uuid not null,
  day date not null,
  source_type text not null,
  queued bigint not null default 0,
  -- As queued, but mail with attachments counts twice: what is billed.
  metered bigint not null default 0,
  -- Handed over, whatever the answer about the address was.
  sent bigint not null default 0,
  bounced bigint not null default 0,
  complained bigint not null default 0
);
create index email_counts_by_day on email_counts (project_id, day);

create function forget_email_counts() returns trigger language plpgsql as $$
begin
  delete from email_counts where project_id = old.id;
  return null;
end
$$;
create trigger forget_email_counts after delete on projects
  for each row execute function forget_email_counts();

insert into email_counts (project_id, day, source_type, queued, metered, sent, bounced, complained)
select emails.project_id, (emails.created_at at time zone 'utc')::date, emails.source_type, count(*),
       count(*) + count(*) filter (where exists (
         select from email_attachments
         where email_attachments.project_id = emails.project_id and email_attachments.content_id = emails.content_id)),
       count(*) filter (where emails.sent_at is not null or emails.bounced_at is not null),
       count(emails.bounced_at), count(emails.complained_at)
from emails
group by 1, 2, 3;

-- Bounces and complaints of a window of time; few of the rows have either.
create index emails_by_bounce on emails (project_id, bounced_at) where bounced_at is not null;
create index emails_by_complaint on emails (project_id, complained_at) where complained_at is not null;

-- The members were told that a monthly cap is nearly reached.
create table usage_warnings (
  project_id uuid not null references projects on delete cascade,
  month date not null,
  category text not null check (category in ('workflows', 'campaigns', 'transactional', 'total')),
  created_at timestamptz not null,
  primary key (project_id, month, category)
);

-- What was reported to the billing provider of each day. `pending`: a report up to this many was begun and is repeated
-- under the same name until it is known to have arrived.
create table metering_reports (
  project_id uuid not null references projects on delete cascade,
  day date not null,
  reported bigint not null default 0,
  pending bigint,
  primary key (project_id, day)
);

-- Events of the billing provider that took effect: it repeats them, and a repeated one must change nothing.
create table billing_receipts (
  id text primary key,
  received_at timestamptz not null
);
create index billing_receipts_by_age on billing_receipts (received_at);

-- Set by the operator who enables a suspended project again: what was before is not held against it any more.
alter table projects add column reputation_since timestamptz;

-- Why a campaign that nobody paused stands still.
alter table campaigns add column pause_reason text;
