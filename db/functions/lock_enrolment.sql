-- Waits until nobody else enrols this person in this course, ends that enrolment or begins its first attempt; held until the transaction ends.
create function lock_enrolment(in_portal bigint, in_user bigint, in_course bigint) returns void
language sql as $$
  select pg_advisory_xact_lock(hashtextextended('enrolment:' || in_portal || ':' || in_user || ':' || in_course, 0))
$$;
grant execute on function lock_enrolment to stoa_app, stoa_people, stoa_system;
