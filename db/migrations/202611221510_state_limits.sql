-- What packages keep has a limit, for an attempt as a whole and for what a person's packages report on one day (security.md §3.8).
-- cmi_bytes: the size of cmi as last written, before compression.
alter table scorm_states add column cmi_bytes integer not null default 0 check (cmi_bytes >= 0);

-- state_bound: at least what the attempt's parts keep together; counted anew only when it passes the limit, so that a commit adds and reads nothing more.
-- reported_bytes: what the attempt's packages reported on the UTC day reported_on; elsewhere_bytes: what the person's other attempts had when last looked.
alter table attempt_states
  add column state_bound bigint not null default 0,
  add column reported_on date not null default '-infinity',
  add column reported_bytes bigint not null default 0,
  add column elsewhere_bytes bigint not null default 0;
