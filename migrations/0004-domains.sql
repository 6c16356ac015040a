create table domains (
  project_id uuid not null references projects on delete cascade,
  id uuid not null default uuidv7(),
  domain text not null,
  verified boolean not null default false,
  -- Declared by the operator at the first start: trusted without DNS.
  bootstrapped boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id),
  -- A domain sends for one project of a deployment only.
  unique (domain)
);
