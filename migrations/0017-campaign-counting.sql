-- A campaign of a million is not counted anew every few seconds: whoever counts says when the next time may be.
alter table campaigns add column count_after timestamptz not null default '-infinity';
