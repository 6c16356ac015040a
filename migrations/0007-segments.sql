create table segments (
  project_id uuid not null references projects on delete cascade,
  id uuid not null default uuidv7(),
  name text not null,
  description text,
  type text not null default 'DYNAMIC' check (type in ('DYNAMIC', 'STATIC')),
  condition jsonb,
  track_membership boolean not null default false,
  -- As last counted: see next_refresh_at.
  member_count integer not null default 0,
  -- When the membership rows of a tracked dynamic segment last followed its present condition; null: they do not yet.
  computed_at timestamptz,
  next_refresh_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id),
  check ((type = 'STATIC') = (condition is null))
);
create index segments_by_creation on segments (project_id, created_at, id);
create index segments_by_next_refresh on segments (next_refresh_at);

-- Members of static segments, and of dynamic ones that are tracked. The key begins with the contact: it answers "is this
-- contact a member?" and serves the cascade when a contact is deleted; the index serves the list and the other cascade.
create table segment_memberships (
  project_id uuid not null,
  segment_id uuid not null,
  contact_id uuid not null,
  entered_at timestamptz not null,
  -- null: a member now.
  exited_at timestamptz,
  primary key (project_id, contact_id, segment_id),
  foreign key (project_id, segment_id) references segments on delete cascade,
  foreign key (project_id, contact_id) references contacts on delete cascade
);
create index segment_memberships_by_entry on segment_memberships (project_id, segment_id, entered_at, contact_id);

-- Equality on data.* is containment. One key per path and value: smaller and faster than the default operator class.
create index contacts_by_data on contacts using gin (project_id, data jsonb_path_ops);

-- A date in somebody's data as an instant: text that begins like an ISO 8601 date and that Postgres can read, in UTC
-- unless it names a zone; null for any other. Measured on a million rows: three times the cost of comparing the text
-- alone; a regular expression that is strict enough to make the cast safe costs ten times.
create function posthorn_instant(value text) returns timestamptz language plpgsql stable strict as $$
begin
  if value not like '____-__-__%' then
    return null;
  elsif right(value, 1) = 'Z' then
    return value::timestamptz;
  elsif length(value) = 10 then
    return (value || ' 00:00Z')::timestamptz;
  elsif substring(value from 11) ~ '[+-]\d\d(:?\d\d)?$' then
    return value::timestamptz;
  else
    return (value || 'Z')::timestamptz;
  end if;
exception when data_exception then
  return null;
end
$$;

-- Before version 18 a query that runs in parallel may not catch an exception.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    alter function posthorn_instant(text) parallel safe;
  end if;
end
$$;

-- A UUIDv7 for a given instant: ids sort as their rows' times do.
create function posthorn_uuid_at(at timestamptz) returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
              placing substring(int8send(floor(extract(epoch from at) * 1000)::bigint) from 3)
              from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;
