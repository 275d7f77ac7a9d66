-- Whether a member has no value in a field that is asked at sign-in. The only place of this rule. In plpgsql, whose plan stays with the connection: every sign-in asks.
create function fields_due(in_portal bigint, in_user bigint) returns boolean
language plpgsql stable as $$
begin
  return exists (select from fields f
    where f.portal_id = in_portal and f.asked_at_sign_in and f.retired_at is null
      and not exists (select from field_values v where v.portal_id = in_portal and v.field_id = f.id and v.user_id = in_user));
end $$;
grant execute on function fields_due to stoa_app, stoa_system;
