-- What people who manage others decide about an enrolment or a result. Nothing here changes a record: each decision stands beside it with who made it, when and
-- why, and is taken back by a reversal (INV-3, INV-4, USR-5). due, exempt: of an enrolment; value_at is the new due date, null for none. reset: an attempt no
-- longer counts as the newest. complete: somebody marked the course complete, with an attempt and a completion of its own. date: when a completion was.
create table corrections (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  enrolment_id bigint not null,
  kind text not null check (kind in ('due', 'exempt', 'reset', 'complete', 'date')),
  attempt_id bigint,
  completion_id bigint,
  value_at timestamptz,
  reason text not null check (length(reason) between 1 and 500),
  made_by bigint not null references users,
  made_at timestamptz not null default now(),
  primary key (portal_id, id),
  foreign key (portal_id, enrolment_id) references enrolments (portal_id, id),
  foreign key (portal_id, attempt_id) references attempts (portal_id, id),
  foreign key (portal_id, completion_id) references completions (portal_id, id),
  constraint corrections_of_an_attempt check ((attempt_id is null) = (kind in ('due', 'exempt'))),
  constraint corrections_of_a_completion check ((completion_id is null) = (kind in ('due', 'exempt', 'reset'))),
  constraint corrections_date check (kind <> 'date' or value_at is not null)
);
create index corrections_enrolment on corrections (portal_id, enrolment_id, id);
create index corrections_attempt on corrections (portal_id, attempt_id, id) where attempt_id is not null;

create table correction_reversals (
  portal_id bigint not null references portals,
  correction_id bigint not null,
  reversed_by bigint not null references users,
  reversed_at timestamptz not null default now(),
  reason text not null check (length(reason) between 1 and 500),
  primary key (portal_id, correction_id),
  foreign key (portal_id, correction_id) references corrections (portal_id, id)
);

-- Requests, and so learners, only read them; the named work that changes people adds them.
select protect_portal_table('corrections', 'select');
select protect_portal_table('correction_reversals', 'select');
grant insert on corrections, correction_reversals to stoa_people;
