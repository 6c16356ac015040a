create table workflows (
  project_id uuid not null references projects on delete cascade,
  id uuid not null default uuidv7(),
  name text not null,
  description text,
  enabled boolean not null default false,
  trigger_type text not null default 'EVENT' check (trigger_type in ('EVENT', 'MANUAL', 'SCHEDULE')),
  trigger_config jsonb,
  allow_reentry boolean not null default false,
  -- Of the graph as it is now: every change of what an execution could notice counts it up.
  version integer not null default 1,
  -- Of an enabled SCHEDULE trigger: when it enrols its contacts next.
  next_run_at timestamptz,
  -- Of a firing that is under way: its time, and the last contact that was looked at.
  fired_at timestamptz,
  enrolled_to uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id)
);
create index workflows_by_creation on workflows (project_id, created_at, id);
create index workflows_by_event on workflows (project_id, (trigger_config ->> 'eventName'))
  where enabled and trigger_type = 'EVENT';
create index workflows_by_next_run on workflows (next_run_at) where next_run_at is not null;
create index workflows_firing on workflows (fired_at) where fired_at is not null;

create table workflow_steps (
  project_id uuid not null,
  id uuid not null default uuidv7(),
  workflow_id uuid not null,
  type text not null check (type in ('TRIGGER', 'SEND_EMAIL', 'DELAY', 'WAIT_FOR_EVENT', 'CONDITION', 'WEBHOOK',
    'UPDATE_CONTACT', 'EXIT')),
  name text not null,
  -- Where the editor draws it.
  position jsonb not null,
  -- As it was given: what is wrong with it is reported, not refused.
  config jsonb not null,
  template_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, workflow_id) references workflows on delete cascade,
  -- Deferred, so that deleting a project deletes both without asking which goes first.
  foreign key (project_id, template_id) references templates deferrable initially deferred
);
create index workflow_steps_by_workflow on workflow_steps (project_id, workflow_id, id);
create unique index workflow_steps_one_trigger on workflow_steps (project_id, workflow_id) where type = 'TRIGGER';
create index workflow_steps_by_template on workflow_steps (project_id, template_id) where template_id is not null;

create table workflow_transitions (
  project_id uuid not null,
  id uuid not null default uuidv7(),
  workflow_id uuid not null,
  from_step_id uuid not null,
  to_step_id uuid not null,
  -- Of a CONDITION: yes, no, the id of a branch, or default.
  branch text,
  -- Of a WAIT_FOR_EVENT: which way out; null: both.
  wait_outcome text check (wait_outcome in ('EVENT', 'TIMEOUT')),
  priority integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, workflow_id) references workflows on delete cascade,
  foreign key (project_id, from_step_id) references workflow_steps on delete cascade,
  foreign key (project_id, to_step_id) references workflow_steps on delete cascade
);
create index workflow_transitions_by_workflow on workflow_transitions (project_id, workflow_id, id);
create index workflow_transitions_by_source on workflow_transitions (project_id, from_step_id);
create index workflow_transitions_by_target on workflow_transitions (project_id, to_step_id);

-- What an execution runs on, whatever is edited meanwhile. Written with the change that makes it, of enabled workflows
-- only, so that whoever starts an execution finds the row of workflows.version; its graph never changes. Retired when
-- nothing can start with it any more, and deleted a while later, when nothing active uses it.
create table workflow_versions (
  project_id uuid not null,
  workflow_id uuid not null,
  version integer not null,
  graph jsonb not null,
  -- Event names that its WAIT_FOR_EVENT steps wait for.
  waits_for text[] not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (project_id, workflow_id, version),
  foreign key (project_id, workflow_id) references workflows on delete cascade
);
create index workflow_versions_retired on workflow_versions (retired_at) where retired_at is not null;

create table workflow_executions (
  project_id uuid not null,
  id uuid not null default uuidv7(),
  workflow_id uuid not null,
  contact_id uuid not null,
  version integer not null,
  status text not null default 'RUNNING'
    check (status in ('RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED')),
  -- Of its version; the step may be gone from the workflow.
  current_step_id uuid,
  -- When somebody must look at it next; null: only an event moves it. Claiming moves it on, so that what a dead worker
  -- held falls due again.
  wake_at timestamptz,
  lease_owner uuid,
  -- At a WEBHOOK step: the request is made outside any transaction, by a loop of its own.
  is_calling boolean not null default false,
  waiting_for text,
  context jsonb,
  exit_reason text,
  -- Started while re-entry was off: a contact has one of those.
  is_sole boolean not null,
  started_at timestamptz not null,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, workflow_id) references workflows on delete cascade,
  foreign key (project_id, contact_id) references contacts on delete cascade
) with (fillfactor = 85);
-- A million sleepers are this index, and nothing looks beyond its first due entries. By project first: whoever has work
-- is found with one probe each, and a project with a million due executions delays nobody else's.
create index workflow_executions_due on workflow_executions (project_id, wake_at, id)
  where status in ('RUNNING', 'WAITING') and wake_at is not null and not is_calling;
create index workflow_executions_calls_due on workflow_executions (project_id, wake_at, id)
  where status = 'RUNNING' and is_calling;
-- Whom an event may wake: those that wait, and those that are about to.
create index workflow_executions_of_contact on workflow_executions (project_id, contact_id)
  where status in ('RUNNING', 'WAITING');
create index workflow_executions_by_start on workflow_executions (project_id, workflow_id, started_at, id);
-- Completing is the rule: those are found by their start.
create index workflow_executions_ended on workflow_executions (project_id, workflow_id, status, started_at, id)
  where status in ('EXITED', 'FAILED', 'CANCELLED');
-- Who is at a step now, and what runs on a version.
create index workflow_executions_active on workflow_executions (project_id, workflow_id, current_step_id, version)
  where status in ('RUNNING', 'WAITING');
-- Re-entry, the contact's page, and the cascade when a contact is deleted.
create index workflow_executions_by_contact on workflow_executions (project_id, contact_id, workflow_id, id);
create unique index workflow_executions_once on workflow_executions (project_id, workflow_id, contact_id) where is_sole;

-- One row per step that an execution reached. Always looked for with its execution, so one index serves it.
create table workflow_step_executions (
  project_id uuid not null,
  execution_id uuid not null,
  id uuid not null default uuidv7(),
  workflow_id uuid not null,
  step_id uuid not null,
  -- As they were: the step may be renamed or deleted.
  step_name text not null,
  step_type text not null,
  status text not null default 'PENDING'
    check (status in ('PENDING', 'SCHEDULED', 'WAITING', 'RUNNING', 'COMPLETED', 'SKIPPED', 'FAILED')),
  scheduled_for timestamptz,
  -- When a wait times out.
  execute_after timestamptz,
  output jsonb,
  error text,
  attempts smallint not null default 0,
  started_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, execution_id, id)
) with (fillfactor = 90);
-- No foreign key: who writes here holds the row of the execution, and checking each row took six times as long as
-- writing it (measured). What the key would delete, this does, for all executions of a statement at once.
create function delete_steps_of_executions() returns trigger language plpgsql as $$
begin
  delete from workflow_step_executions as step using removed
  where step.project_id = removed.project_id and step.execution_id = removed.id;
  return null;
end
$$;
create trigger delete_steps after delete on workflow_executions
  referencing old table as removed for each statement execute function delete_steps_of_executions();

-- How many executions are in which state at which step, and how many passed a step or failed in it: exact at any size.
-- As contact_counts (0007): every statement appends its differences, readers add up, a sweep folds.
create table workflow_counts (
  project_id uuid not null,
  workflow_id uuid not null,
  -- null: at no step (any more).
  step_id uuid,
  -- A status of an execution; PASSED or STOPPED of a step.
  what text not null,
  count bigint not null
);
create index workflow_counts_by_workflow on workflow_counts (project_id, workflow_id);

create function count_added_executions() returns trigger language plpgsql as $$
begin
  insert into workflow_counts (project_id, workflow_id, step_id, what, count)
  select project_id, workflow_id, current_step_id, status, count(*) from added group by 1, 2, 3, 4;
  return null;
end
$$;
create trigger count_added after insert on workflow_executions
  referencing new table as added for each statement execute function count_added_executions();

create function count_removed_executions() returns trigger language plpgsql as $$
begin
  insert into workflow_counts (project_id, workflow_id, step_id, what, count)
  select project_id, workflow_id, current_step_id, status, -count(*) from removed group by 1, 2, 3, 4;
  return null;
end
$$;
create trigger count_removed after delete on workflow_executions
  referencing old table as removed for each statement execute function count_removed_executions();

create function count_moved_executions() returns trigger language plpgsql as $$
begin
  insert into workflow_counts (project_id, workflow_id, step_id, what, count)
  select project_id, workflow_id, current_step_id, status, sum(one)
  from (select project_id, workflow_id, current_step_id, status, 1 as one from after
        union all
        select project_id, workflow_id, current_step_id, status, -1 from before) moved
  group by 1, 2, 3, 4 having sum(one) <> 0;
  return null;
end
$$;
create trigger count_moved after update on workflow_executions
  referencing old table as before new table as after for each statement execute function count_moved_executions();

create function workflow_step_outcome(status text) returns text language sql immutable parallel safe as $$
  select case status when 'COMPLETED' then 'PASSED' when 'FAILED' then 'STOPPED' end
$$;

create function count_added_step_executions() returns trigger language plpgsql as $$
begin
  insert into workflow_counts (project_id, workflow_id, step_id, what, count)
  select project_id, workflow_id, step_id, workflow_step_outcome(status), count(*) from added
  where status in ('COMPLETED', 'FAILED') group by 1, 2, 3, 4;
  return null;
end
$$;
create trigger count_added after insert on workflow_step_executions
  referencing new table as added for each statement execute function count_added_step_executions();

create function count_removed_step_executions() returns trigger language plpgsql as $$
begin
  insert into workflow_counts (project_id, workflow_id, step_id, what, count)
  select project_id, workflow_id, step_id, workflow_step_outcome(status), -count(*) from removed
  where status in ('COMPLETED', 'FAILED') group by 1, 2, 3, 4;
  return null;
end
$$;
create trigger count_removed after delete on workflow_step_executions
  referencing old table as removed for each statement execute function count_removed_step_executions();

create function count_ended_step_executions() returns trigger language plpgsql as $$
begin
  insert into workflow_counts (project_id, workflow_id, step_id, what, count)
  select project_id, workflow_id, step_id, workflow_step_outcome(status), sum(one)
  from (select project_id, workflow_id, step_id, status, 1 as one from after
        union all
        select project_id, workflow_id, step_id, status, -1 from before) ended
  where status in ('COMPLETED', 'FAILED')
  group by 1, 2, 3, 4 having sum(one) <> 0;
  return null;
end
$$;
create trigger count_ended after update on workflow_step_executions
  referencing old table as before new table as after for each statement execute function count_ended_step_executions();

-- Who wants to know of an event: names that an enabled workflow starts with, or that one of its stored versions waits
-- for. An event nobody listens to costs no second write.
create table event_listeners (
  project_id uuid not null,
  name text not null,
  workflow_id uuid not null,
  primary key (project_id, name, workflow_id),
  foreign key (project_id, workflow_id) references workflows on delete cascade
);
create index event_listeners_by_workflow on event_listeners (project_id, workflow_id);

-- Events that somebody listens to and nobody has handled yet. No foreign keys: a row lives for moments, and what it names
-- is looked up when it is handled.
create table event_dispatches (
  project_id uuid not null,
  event_id uuid not null,
  name text not null,
  contact_id uuid not null,
  data jsonb,
  created_at timestamptz not null,
  -- Of one that could not be handled: how often it was tried, and when it is tried again.
  attempts smallint not null default 0,
  retry_at timestamptz,
  primary key (project_id, event_id)
);

-- Signs the requests of WEBHOOK steps; made when it is first needed.
alter table projects add column webhook_secret_sealed bytea;
