-- Imports and bulk changes of contacts: what was asked for, how far it came, what came of it.
create table contact_jobs (
  project_id uuid not null references projects on delete cascade,
  -- import-<project>-<ms> or bulk-<project>-<ms>
  id text not null,
  kind text not null check (kind in ('import', 'bulk')),
  state text not null default 'waiting' check (state in ('waiting', 'active', 'completed', 'failed')),
  -- What to do, until it is done: the uploaded file, or the ids that were given.
  content bytea,
  contact_ids text[],
  -- Rows or ids handled: whoever resumes goes on after them. Written with their effects, in one transaction.
  done integer not null default 0,
  progress integer not null default 0,
  data jsonb not null,
  result jsonb not null,
  failed_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create index contact_jobs_by_update on contact_jobs (updated_at);
-- A file is written once and read whole: compressing it would only cost time.
alter table contact_jobs alter column content set storage external;
