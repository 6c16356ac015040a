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

-- Equality on data.* is containment. One key per path and value: smaller and faster than the default operator class. New
-- entries wait in a list that every search reads to its end: a short one, which costs the writers nothing (measured).
create index contacts_by_data on contacts using gin (project_id, data jsonb_path_ops)
  with (gin_pending_list_limit = 1024);

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

-- How many contacts a project has, exact at any size: counting a million rows takes longer than a page may. Whatever adds
-- or removes contacts or changes a subscription appends the difference, in its own transaction; readers add them up and
-- a sweep folds them (server/contacts/contact-counts.ts). Appended, since writers of one row would wait for each other.
-- No foreign key: deleting a project deletes its contacts, and that is one more difference.
create table contact_counts (
  project_id uuid not null,
  total bigint not null,
  subscribed bigint not null
);
create index contact_counts_by_project on contact_counts (project_id);

create function count_added_contacts() returns trigger language plpgsql as $$
begin
  insert into contact_counts (project_id, total, subscribed)
  select project_id, count(*), count(*) filter (where subscribed) from added group by project_id;
  return null;
end
$$;
create trigger count_added after insert on contacts
  referencing new table as added for each statement execute function count_added_contacts();

create function count_removed_contacts() returns trigger language plpgsql as $$
begin
  insert into contact_counts (project_id, total, subscribed)
  select project_id, -count(*), -count(*) filter (where subscribed) from removed group by project_id;
  return null;
end
$$;
create trigger count_removed after delete on contacts
  referencing old table as removed for each statement execute function count_removed_contacts();

-- By row: few of the many updates change the subscription, and the others must not pay for a table of what they changed.
create function count_changed_subscription() returns trigger language plpgsql as $$
begin
  insert into contact_counts (project_id, total, subscribed)
  values (new.project_id, 0, case when new.subscribed then 1 else -1 end);
  return null;
end
$$;
create trigger count_changed after update of subscribed on contacts
  for each row when (old.subscribed <> new.subscribed) execute function count_changed_subscription();

insert into contact_counts (project_id, total, subscribed)
select project_id, count(*), count(*) filter (where subscribed) from contacts group by project_id;
