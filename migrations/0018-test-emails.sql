-- Tests of campaigns are mail of the service (they count for nobody), but belong into the inbox of who asked for them.
create table test_emails (
  project_id uuid not null references projects on delete cascade,
  email_id uuid not null,
  sender_id uuid not null,
  primary key (project_id, email_id),
  foreign key (sender_id, email_id) references emails (project_id, id) on delete cascade
);
create index test_emails_by_email on test_emails (sender_id, email_id);
