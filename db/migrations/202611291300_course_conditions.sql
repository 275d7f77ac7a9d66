-- What a course asks of whoever begins it besides other courses (features/conditions); null: nothing. prerequisites_asked is 0 where it asks for this alone.
alter table courses
  add column prerequisite_condition jsonb,
  drop constraint courses_prerequisites_asked_check,
  add constraint courses_prerequisites_asked_check check (prerequisites_asked >= 0),
  add constraint courses_condition_is_asked check (prerequisite_condition is null or prerequisites_asked is not null);
create index courses_with_condition on courses (portal_id) where prerequisite_condition is not null;

-- Who fits the condition of a course, as it was computed last (features/groups/server/fitting.ts).
create table course_fitting (
  portal_id bigint not null,
  course_id bigint not null,
  user_id bigint not null,
  primary key (portal_id, course_id, user_id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, user_id) references memberships (portal_id, user_id) on delete cascade
);
create index course_fitting_user on course_fitting (portal_id, user_id);
select protect_portal_table('course_fitting', 'select, insert, delete');
