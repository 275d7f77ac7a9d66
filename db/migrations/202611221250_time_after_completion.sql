-- Time after completion is kept apart from study time, and claims that a page could not have seen are counted (security.md §3.6).
-- review_seconds is the part of credited_seconds that came after the completion; study time is the rest.
alter table attempt_states
  add column review_seconds integer not null default 0,
  add column flagged_claims integer not null default 0 check (flagged_claims >= 0),
  add column opened_at timestamptz,
  add constraint review_is_part_of_credited check (review_seconds between 0 and credited_seconds);
