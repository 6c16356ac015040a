create table domains (
  project_id uuid not null references projects on delete cascade,
  id uuid not null default uuidv7(),
  domain text not null,
  verified boolean not null default false,
  -- Declared by the operator at the first start: verified before its records exist.
  bootstrapped boolean not null default false,
  -- Our own key, for every transport that does not sign itself.
  dkim_selector text not null,
  dkim_public_key text not null,
  dkim_private_key_sealed bytea not null,
  -- Amazon's names for its keys, once the domain is an identity at SES.
  dkim_tokens text[],
  -- Outcome of the last check, and when it began.
  status text not null default 'NotStarted'
    check (status in ('NotStarted', 'Pending', 'Success', 'Failed', 'TemporaryFailure')),
  checked_at timestamptz,
  -- The last time that its records were found in DNS; null: never.
  verified_at timestamptz,
  next_check_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id),
  -- A domain sends for one project of a deployment only.
  unique (domain)
);
create index domains_by_next_check on domains (next_check_at);

-- Whom we had to tell that a domain was verified or lost its records: also the memory against telling too often.
create table domain_notices (
  project_id uuid not null,
  id uuid not null default uuidv7(),
  domain_id uuid not null,
  kind text not null check (kind in ('VERIFIED', 'LOST')),
  recipients text[] not null,
  created_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, domain_id) references domains on delete cascade
);
create index domain_notices_by_domain on domain_notices (project_id, domain_id, kind, created_at);
