-- What the audit log and the registrations know of what people agreed to before it was kept beside it.
set local role stoa_system;
update terms_acceptances a set via = 'sign_in', ip = e.ip from audit_events e
  where e.portal_id = a.portal_id and e.action = 'terms_accepted' and e.object_kind = 'user' and e.object_id = a.user_id
    and e.after ->> 'version' = a.version::text;
update terms_acceptances a set via = 'registration', accepted_at = least(a.accepted_at, r.asked_at) from registrations r
  where a.via is null and r.portal_id = a.portal_id and r.user_id = a.user_id and r.state = 'joined' and r.terms_version = a.version;
reset role;
