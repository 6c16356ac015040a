-- Which database this is. A copy made from a backup carries the fingerprint of the original, and is known by that.
create table deployment (
  is_one boolean primary key default true check (is_one),
  fingerprint text not null,
  confirmed_at timestamptz not null default now()
);
