-- An attempt that somebody who manages others adds with its result (USR-5): made on paper, in a room or elsewhere. value_at is when it was completed.
-- stands_aside: it is earlier than what the person did here, so it is kept in the history and does not count as the newest.
alter table corrections add column stands_aside boolean not null default false;
alter table corrections drop constraint corrections_kind_check;
alter table corrections add constraint corrections_kind_check check (kind in ('due', 'exempt', 'reset', 'complete', 'date', 'attempt'));
