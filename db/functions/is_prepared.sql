-- Whether a person has completed a course of the portal, and not without passing it. In plpgsql like the next: as a subquery it would cost every statement that
-- could ask, whatever course it is about; a function is started only where it is asked.
create function has_completed(in_portal bigint, in_user bigint, in_course bigint) returns boolean
language plpgsql stable as $$
begin
  return exists (select from attempt_progress d
    where d.portal_id = in_portal and d.user_id = in_user and d.course_id = in_course and d.completion_id is not null and d.passed is not false);
end $$;
grant execute on function has_completed to stoa_app, stoa_people, stoa_system;

-- Whether a person may begin a course that asks for something first (CAT-4): they have completed as many of the courses that it names as it asks for and fit its
-- condition, as far as it has one; or they began it before it asked (INV-5).
create function is_prepared(in_portal bigint, in_user bigint, in_course bigint, asked integer) returns boolean
language plpgsql stable as $$
begin
  return exists (select from attempts a where a.portal_id = in_portal and a.user_id = in_user and a.course_id = in_course)
    or ((select count(*) from course_prerequisites q
        where q.portal_id = in_portal and q.course_id = in_course and has_completed(in_portal, in_user, q.required_id)) >= asked
      and (exists (select from course_fitting f where f.portal_id = in_portal and f.course_id = in_course and f.user_id = in_user)
        or not exists (select from courses c where c.portal_id = in_portal and c.id = in_course and c.prerequisite_condition is not null)));
end $$;
grant execute on function is_prepared to stoa_app, stoa_people, stoa_system;
