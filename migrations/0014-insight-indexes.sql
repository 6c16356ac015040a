-- Emails by the UTC day on which they were queued, and what became of them since; events by day and name. Exact, and read
-- in the time of a few rows where the ledger would take seconds. They follow the ledger in both directions: whatever adds,
-- changes or removes rows appends its differences in its own transaction, and a worker folds them every few seconds
-- (server/delivery/email-day-counts.ts, server/events/event-day-counts.ts). Two tables each: a fold reads what is new and
-- never what is old. No foreign keys: deleting a project deletes its rows, and that is one more difference.
-- Unlike email_counts (0013), which bills, these shrink when rows are deleted.
create table email_day_counts (
  project_id uuid not null,
  day date not null,
  -- The campaign, or zero for all other mail: as in emails.
  lane uuid not null,
  emails bigint not null,
  -- Inbound: in none of the other columns.
  received bigint not null,
  delivered bigint not null,
  opened bigint not null,
  clicked bigint not null,
  bounced bigint not null,
  primary key (project_id, day, lane)
);
create table email_day_changes (
  project_id uuid not null,
  day date not null,
  lane uuid not null,
  emails bigint not null default 0,
  received bigint not null default 0,
  delivered bigint not null default 0,
  opened bigint not null default 0,
  clicked bigint not null default 0,
  bounced bigint not null default 0
);
create index email_day_changes_by_project on email_day_changes (project_id);

create table event_day_counts (
  project_id uuid not null,
  day date not null,
  name text not null,
  count bigint not null,
  primary key (project_id, day, name)
);
create table event_day_changes (
  project_id uuid not null,
  day date not null,
  name text not null,
  count bigint not null
);
create index event_day_changes_by_project on event_day_changes (project_id);

create function count_added_emails() returns trigger language plpgsql as $$
begin
  insert into email_day_changes (project_id, day, lane, emails, received, delivered, opened, clicked, bounced)
  select project_id, (created_at at time zone 'UTC')::date, lane,
         count(*) filter (where source_type <> 'INBOUND'), count(*) filter (where source_type = 'INBOUND'),
         count(delivered_at) filter (where source_type <> 'INBOUND'), count(opened_at), count(clicked_at),
         count(bounced_at)
  from added group by 1, 2, 3;
  return null;
end
$$;
create trigger count_added after insert on emails
  referencing new table as added for each statement execute function count_added_emails();

create function count_removed_emails() returns trigger language plpgsql as $$
begin
  insert into email_day_changes (project_id, day, lane, emails, received, delivered, opened, clicked, bounced)
  select project_id, (created_at at time zone 'UTC')::date, lane,
         -count(*) filter (where source_type <> 'INBOUND'), -count(*) filter (where source_type = 'INBOUND'),
         -count(delivered_at) filter (where source_type <> 'INBOUND'), -count(opened_at), -count(clicked_at),
         -count(bounced_at)
  from removed group by 1, 2, 3;
  return null;
end
$$;
create trigger count_removed after delete on emails
  referencing old table as removed for each statement execute function count_removed_emails();

-- By row, and only where one of these times is set: sending an email sets none, and must not pay.
create function count_learnt_of_email() returns trigger language plpgsql as $$
begin
  insert into email_day_changes (project_id, day, lane, delivered, opened, clicked, bounced)
  values (new.project_id, (new.created_at at time zone 'UTC')::date, new.lane,
          (new.delivered_at is not null)::int - (old.delivered_at is not null)::int,
          (new.opened_at is not null)::int - (old.opened_at is not null)::int,
          (new.clicked_at is not null)::int - (old.clicked_at is not null)::int,
          (new.bounced_at is not null)::int - (old.bounced_at is not null)::int);
  return null;
end
$$;
create trigger count_learnt after update of delivered_at, opened_at, clicked_at, bounced_at on emails
  for each row
  when (new.source_type <> 'INBOUND' and (
    (old.delivered_at is null) <> (new.delivered_at is null) or (old.opened_at is null) <> (new.opened_at is null)
    or (old.clicked_at is null) <> (new.clicked_at is null) or (old.bounced_at is null) <> (new.bounced_at is null)))
  execute function count_learnt_of_email();

create function count_added_events() returns trigger language plpgsql as $$
begin
  insert into event_day_changes (project_id, day, name, count)
  select project_id, (created_at at time zone 'UTC')::date, name, count(*) from added group by 1, 2, 3;
  return null;
end
$$;
create trigger count_added after insert on events
  referencing new table as added for each statement execute function count_added_events();

create function count_removed_events() returns trigger language plpgsql as $$
begin
  insert into event_day_changes (project_id, day, name, count)
  select project_id, (created_at at time zone 'UTC')::date, name, -count(*) from removed group by 1, 2, 3;
  return null;
end
$$;
create trigger count_removed after delete on events
  referencing old table as removed for each statement execute function count_removed_events();

-- The triggers above lock both tables against writers until this is committed.
insert into email_day_counts (project_id, day, lane, emails, received, delivered, opened, clicked, bounced)
select project_id, (created_at at time zone 'UTC')::date, lane,
       count(*) filter (where source_type <> 'INBOUND'), count(*) filter (where source_type = 'INBOUND'),
       count(delivered_at) filter (where source_type <> 'INBOUND'), count(opened_at), count(clicked_at), count(bounced_at)
from emails group by 1, 2, 3;
insert into event_day_counts (project_id, day, name, count)
select project_id, (created_at at time zone 'UTC')::date, name, count(*) from events group by 1, 2, 3;

-- The feed and the analytics look for campaigns by when they were sent.
create index campaigns_by_sending on campaigns (project_id, sent_at, id) where sent_at is not null;
-- The feed: who came to an end of a workflow. One entry per execution, written once.
create index workflow_executions_by_end on workflow_executions (project_id, completed_at, id) where completed_at is not null;
-- What is to be sent next out of workflows: sleepers at one step, in the order in which they wake.
create index workflow_executions_asleep on workflow_executions (project_id, current_step_id, wake_at, id)
  where status = 'WAITING' and wake_at is not null;

-- What each worker last said of the relay, so that every process can tell. Unlogged: it is repeated every few seconds.
create unlogged table relay_reports (
  worker_id uuid primary key,
  is_down boolean not null,
  since timestamptz,
  reason text,
  retry_at timestamptz,
  reported_at timestamptz not null
);
