create table idempotency_keys (
  project_id uuid not null references projects on delete cascade,
  key text not null,
  -- Names this claim: a claim that outlived its time and was taken over must not be finished by its first owner.
  claim_id uuid not null,
  request text not null,
  status_code integer,
  created_at timestamptz not null,
  primary key (project_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Counters of the current minute. Unlogged: losing them in a crash costs nobody anything.
-- The columns are those that rate-limiter-flexible expects.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
