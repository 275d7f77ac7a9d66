-- One row says who did it, as whom, to what, and what that was before and after. Reversing and sealing come with the audit's screens.
alter table audit_events
  drop column subject,
  drop column details,
  -- In whose name the actor worked; null in their own.
  add column as_id bigint references users,
  add column object_kind text,
  add column object_id bigint,
  -- What changed, as far as it is told; null where nothing was there, or nothing is left.
  add column before jsonb,
  add column after jsonb,
  add constraint audit_events_object_check check ((object_kind is null) = (object_id is null));
