-- Study time that was credited after a completion, for attempts of before 202611221250_time_after_completion: the log knows when it came. In a
-- transaction of its own, so that nobody waits for the lock under which the column was added.
set local role stoa_system;
update attempt_states s set review_seconds = least(s.credited_seconds, l.seconds)
from (
  select l.portal_id, l.attempt_id, sum(l.credited_seconds)::integer as seconds
  from commit_log l
  join completions c on c.portal_id = l.portal_id and c.attempt_id = l.attempt_id and l.received_at > c.completed_at
  where l.credited_seconds > 0
  group by l.portal_id, l.attempt_id) l
where s.portal_id = l.portal_id and s.attempt_id = l.attempt_id;
reset role;
