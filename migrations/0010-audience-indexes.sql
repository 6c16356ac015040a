-- Whose event it is, in the index by name: an audience of a million is found without the table.
-- Measured on three million events: ever or never 1.5 to 0.5 s, within 30 days 0.8 to 0.3 s; 40 % more index.
drop index events_by_name;
create index events_by_name on events (project_id, name, id) include (contact_id);
