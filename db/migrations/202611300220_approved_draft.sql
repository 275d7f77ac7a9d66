-- What the draft was when a step of a review was taken, as a mark of it (features/authoring/server/approval-queries.ts); null of steps before there were marks.
alter table course_reviews add column draft_mark text;
