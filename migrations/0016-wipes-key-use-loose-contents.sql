-- A project whose rows a job is deleting (server/accounts/wipe-project.ts): RESET gives it back empty, DELETE ends with
-- its row here. `disabled` goes with it, so that whatever a disabled project may not do stops at once.
alter table projects add column wipe text check (wipe in ('RESET', 'DELETE'));

-- When each key was last seen, to the minute: written in the background (server/projects/key-use.ts).
alter table projects
  add column public_key_used_at timestamptz,
  add column secret_key_used_at timestamptz;

-- Frozen contents that may have lost their last email: a sweep looks at these alone (server/delivery/loose-contents.ts).
-- Appended without a look at what is there already: a content that stands here twice is looked at twice.
create table loose_contents (
  project_id uuid not null references projects on delete cascade,
  content_id uuid not null
);
create index loose_contents_by_content on loose_contents (project_id, content_id);

create function note_loose_contents() returns trigger language plpgsql as $$
begin
  insert into loose_contents (project_id, content_id)
  select distinct removed.project_id, removed.content_id from removed
  join projects on projects.id = removed.project_id and projects.wipe is null
  where removed.content_id is not null;
  return null;
end
$$;
create trigger note_loose_contents after delete on emails
  referencing old table as removed for each statement execute function note_loose_contents();
create trigger note_loose_contents after delete on campaigns
  referencing old table as removed for each statement execute function note_loose_contents();
insert into loose_contents (project_id, content_id) select project_id, id from email_contents;

-- Deleting a content would look for its emails, which no index serves: one on the busiest table of all, for the rarest of
-- questions. Who queues mail holds the row of its content instead (server/delivery/email-content.ts), and who deletes
-- contents takes only rows that nobody holds, then looks for their emails.
alter table emails drop constraint emails_project_id_content_id_fkey;
