-- Whether the next version of a SCORM course opens its package in a window of its own (SCO-10); in the page unless asked.
alter table courses add column scorm_window boolean not null default false;
