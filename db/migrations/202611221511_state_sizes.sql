-- The sizes of what was kept before 202611221510_state_limits. Concatenating gives a value uncompressed.
set local role stoa_system;
update scorm_states set cmi_bytes = pg_column_size(cmi || '{}') where cmi <> '{}';
update attempt_states s set state_bound = p.bytes
from (select portal_id, attempt_id, sum(cmi_bytes) as bytes from scorm_states group by portal_id, attempt_id) p
where s.portal_id = p.portal_id and s.attempt_id = p.attempt_id;
reset role;
