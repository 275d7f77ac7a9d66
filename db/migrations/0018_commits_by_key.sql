-- What packages report is stored by the keys of its attempt. A plan kept from when the tables were small would walk through them, and go on doing
-- so while they grow, until they are analysed; made under this setting none does.
alter function commit_scorm(jsonb) set enable_seqscan = off;
