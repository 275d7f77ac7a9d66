-- Which bulk action (bulk_runs) made a cause or a decision, so that undoing the action takes back exactly what it made. Actions that ended long ago are removed,
-- so this is no foreign key.
alter table enrolment_causes add column run_id bigint;
alter table corrections add column run_id bigint;
