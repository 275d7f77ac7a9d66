-- Whether an attempt is out of the way, kept but not the one that counts as the newest: it was reset, or came with a completion by hand that was taken back.
create function attempt_set_aside(in_portal bigint, in_attempt bigint) returns boolean language sql stable as $$
  select exists (select from corrections d
    left join correction_reversals x on x.portal_id = d.portal_id and x.correction_id = d.id
    where d.portal_id = in_portal and d.attempt_id = in_attempt
      and ((d.kind = 'reset' and x.correction_id is null) or (d.kind = 'complete' and x.correction_id is not null)))
$$;
grant execute on function attempt_set_aside to stoa_app, stoa_people, stoa_system;
