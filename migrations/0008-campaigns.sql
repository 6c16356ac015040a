create table campaigns (
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
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED')),
  paused boolean not null default false,
  audience_type text not null check (audience_type in ('ALL', 'SEGMENT', 'FILTERED')),
  segment_id uuid,
  audience_condition jsonb,
  scheduled_for timestamptz,
  -- Of a running fan-out: what is sent, the last contact handled, and whether the audience is complete.
  content_id uuid,
  fanned_out_to uuid,
  is_fanned_out boolean not null default false,
  total_recipients integer not null default 0,
  sent_count integer not null default 0,
  delivered_count integer not null default 0,
  opened_count integer not null default 0,
  clicked_count integer not null default 0,
  bounced_count integer not null default 0,
  complained_count integer not null default 0,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, segment_id) references segments on delete set null (segment_id),
  foreign key (project_id, content_id) references email_contents
);
create index campaigns_by_creation on campaigns (project_id, created_at, id);
create index campaigns_sending on campaigns (project_id, id) where status = 'SENDING';
create index campaigns_by_segment on campaigns (project_id, segment_id) where segment_id is not null;
