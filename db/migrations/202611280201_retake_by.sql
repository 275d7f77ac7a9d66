-- Until which day, in the portal's time zone, whoever completed an earlier version does a new one (EDT-8); null for no day. The due date of each person is a
-- decision about the enrolment (corrections).
alter table scheduled_publications add column retake_by date check (retake_by is null or completed = 'retake');
alter table version_moves add column retake_by date check (retake_by is null or completed = 'retake');
