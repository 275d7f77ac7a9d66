-- What becomes of a person's records as a whole (docs/decisions/017-merged-and-erased.md).

-- Somebody who is nobody any more: what is left of a person who was erased, or whose account was merged into another one. Everything that lists people, signs
-- them in or lets them do something asks for the kind "person".
alter table users drop constraint users_kind_check;
alter table users add constraint users_kind_check check (kind in ('person', 'preview_guest', 'departed'));
alter table users drop constraint preview_guest_cannot_sign_in;
alter table users add constraint only_people_sign_in check (kind = 'person' or (not is_system_admin and (kind = 'departed' or password_hash is null)));

-- Whose an enrolment is can change, by a merge or an erasure and by nothing else; what attempts and completions repeat of it follows.
alter table attempts drop constraint attempts_portal_id_enrolment_id_course_id_user_id_fkey;
alter table attempts add constraint attempts_enrolment foreign key (portal_id, enrolment_id, course_id, user_id)
  references enrolments (portal_id, id, course_id, user_id) on update cascade;
alter table completions drop constraint completions_portal_id_attempt_id_course_id_user_id_fkey;
alter table completions add constraint completions_attempt foreign key (portal_id, attempt_id, course_id, user_id)
  references attempts (portal_id, id, course_id, user_id) on update cascade;

-- Erasures that were asked for. Afterwards user_id names nobody (users.kind departed).
create table erasures (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  user_id bigint not null references users,
  reason text not null check (length(reason) between 1 and 500),
  asked_by bigint not null references users,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- How the person's membership stood, for a cancelled erasure.
  status_before text not null check (status_before in ('active', 'suspended')),
  cancelled_at timestamptz,
  cancelled_by bigint references users,
  done_at timestamptz,
  -- Files that are still to be removed from the file store.
  files text[] not null default '{}',
  primary key (portal_id, id),
  constraint erasures_end check (cancelled_at is null or done_at is null)
);
-- One erasure of a person is under way at a time.
create unique index erasures_open on erasures (portal_id, user_id) where cancelled_at is null and done_at is null;
create index erasures_due on erasures (due_at) where cancelled_at is null and done_at is null;
create index erasures_files on erasures (portal_id, id) where files <> '{}';
select protect_portal_table('erasures', 'select');
grant insert, update (cancelled_at, cancelled_by) on erasures to stoa_people;
