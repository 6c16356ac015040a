-- Postgres 18 brings uuidv7(); older servers get one of the same meaning.
do $$
begin
  if current_setting('server_version_num')::int < 180000 then
    create function uuidv7() returns uuid language sql volatile parallel safe as $f$
      select encode(
        set_bit(set_bit(
          overlay(uuid_send(gen_random_uuid())
                  placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                  from 1 for 6),
          52, 1), 53, 1), 'hex')::uuid
    $f$;
  end if;
end $$;

create table projects (
  id uuid primary key default uuidv7(),
  name text not null,
  -- A key is looked up by its SHA-256 and shown to members from the encrypted copy; it is never stored in clear.
  public_key_hash bytea not null unique,
  secret_key_hash bytea not null unique,
  public_key_sealed bytea not null,
  secret_key_sealed bytea not null,
  disabled boolean not null default false,
  disabled_reason text check (disabled_reason in
    ('PAYMENT_FAILED', 'EMAIL_REPUTATION', 'PHISHING_DETECTED', 'CARD_VERIFICATION_FAILED', 'MANUAL')),
  customer text unique,
  subscription text unique,
  billing_limit_workflows integer,
  billing_limit_campaigns integer,
  billing_limit_transactional integer,
  billing_limit_inbound integer,
  tracking text not null default 'ENABLED' check (tracking in ('ENABLED', 'DISABLED', 'MARKETING_ONLY')),
  language text not null default 'en',
  -- The deployment's own mail (password resets, notices) is sent by a project that has no members.
  is_system boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index projects_system on projects (is_system) where is_system;

create table users (
  id uuid primary key default uuidv7(),
  email text not null unique,
  password_hash text,
  type text not null default 'PASSWORD' check (type in ('PASSWORD', 'GOOGLE_OAUTH', 'GITHUB_OAUTH')),
  email_verified boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table memberships (
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null default 'MEMBER' check (role in ('OWNER', 'ADMIN', 'MEMBER')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index memberships_by_user on memberships (user_id);
