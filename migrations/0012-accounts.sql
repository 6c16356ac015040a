-- A session names the epoch that it began in: raising it ends every session of the user at once.
-- address_proven: the user has shown that the address is theirs (a mailed link, an invitation, a provider's word).
-- Where no mail leaves the machine an account counts as verified without that.
alter table users
  add column session_epoch integer not null default 1,
  add column address_proven boolean not null default false;
update users set address_proven = email_verified;

-- Mailed once, used once; only their SHA-256 is kept.
create table account_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('VERIFY_EMAIL', 'RESET_PASSWORD')),
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index account_tokens_by_user on account_tokens (user_id, purpose);
create index account_tokens_by_expiry on account_tokens (expires_at);

-- Who a user is at a provider: the provider's own id stays when an address changes hands.
create table oauth_identities (
  provider text not null check (provider in ('github', 'google')),
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index oauth_identities_by_user on oauth_identities (user_id);

create table invitations (
  project_id uuid not null references projects on delete cascade,
  id uuid not null default uuidv7(),
  email text not null,
  role text not null check (role in ('ADMIN', 'MEMBER')),
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, email)
);

-- Who did what. No reference to projects: that somebody deleted a project is known after it is gone.
create table audit_log (
  project_id uuid not null,
  id uuid not null default uuidv7(),
  actor_kind text not null check (actor_kind in ('USER', 'KEY', 'SYSTEM')),
  actor_user_id uuid,
  -- As it was then: the account may go, or change its address.
  actor_email text,
  action text not null,
  target text,
  details jsonb,
  ip text,
  created_at timestamptz not null,
  primary key (project_id, id)
);
