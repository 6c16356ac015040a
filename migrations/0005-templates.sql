create table templates (
  project_id uuid not null references projects on delete cascade,
  id uuid not null default uuidv7(),
  name text not null,
  description text,
  subject text not null,
  body text not null,
  "from" text not null,
  from_name text,
  reply_to text,
  type text not null default 'MARKETING' check (type in ('TRANSACTIONAL', 'MARKETING', 'HEADLESS')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id)
);
create index templates_by_creation on templates (project_id, created_at, id);
