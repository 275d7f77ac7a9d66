-- Time after completion is kept apart from study time, and claims that a page could not have seen are counted (security.md §3.6).
-- review_seconds is the part of credited_seconds that came after the completion; study time is the rest.
alter table attempt_states
  add column review_seconds integer not null default 0,
  add column flagged_claims integer not null default 0 check (flagged_claims >= 0),
  add column opened_at timestamptz,
  add constraint review_is_part_of_credited check (review_seconds between 0 and credited_seconds);

-- What was credited before: the log knows when. Row-level security also binds the owner, so it is lifted for the owner meanwhile.
alter table attempt_states no force row level security;
alter table commit_log no force row level security;
alter table completions no force row level security;
update attempt_states s set review_seconds = least(s.credited_seconds, l.seconds)
from (
  select l.portal_id, l.attempt_id, sum(l.credited_seconds)::integer as seconds
  from commit_log l
  join completions c on c.portal_id = l.portal_id and c.attempt_id = l.attempt_id and l.received_at > c.completed_at
  where l.credited_seconds > 0
  group by l.portal_id, l.attempt_id) l
where s.portal_id = l.portal_id and s.attempt_id = l.attempt_id;
alter table attempt_states force row level security;
alter table commit_log force row level security;
alter table completions force row level security;
