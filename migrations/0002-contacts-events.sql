-- Trigrams serve the substring search on addresses; btree_gin lets that index begin with the project.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table contacts (
  project_id uuid not null references projects on delete cascade,
  id uuid not null default uuidv7(),
  email text not null,
  subscribed boolean not null default true,
  data jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id),
  unique (project_id, email)
);
create index contacts_by_creation on contacts (project_id, created_at, id);
create index contacts_by_email_part on contacts using gin (project_id, email gin_trgm_ops);

create table events (
  project_id uuid not null references projects on delete cascade,
  -- Made from created_at (UUIDv7), so the primary key also serves "newest first".
  id uuid not null default uuidv7(),
  name text not null,
  data jsonb,
  contact_id uuid,
  email_id uuid,
  created_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, contact_id) references contacts on delete cascade
);
create index events_by_name on events (project_id, name, id);
create index events_by_contact on events (project_id, contact_id, name, created_at);
