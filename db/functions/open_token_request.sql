-- Opens a request that a program makes with an API token, as open_request does for a session: it sets the portal of the transaction and answers for whom the token
-- speaks, with the rights that the person has at this moment. No row for a token that is unknown here, over or revoked, or whose person is no active member. in_token is the
-- hash of the token. A program looks as nobody else and has no portals to switch to. It sets no app.session: what a person proves by their session, a token does not.
create function open_token_request(in_portal bigint, in_token bytea)
returns table (user_id bigint, session_id bigint, email text, given_name text, family_name text, is_system_admin boolean,
  is_author boolean, is_manager boolean, is_admin boolean, active_role text, gate text, factor_open boolean, factor_days integer,
  locale text, time_zone text, theme text, shortcuts boolean, expires_at timestamptz, portals jsonb,
  by_user_id bigint, by_name text, by_writes boolean, by_role text, limits jsonb, unread integer, tours text[], token jsonb)
language plpgsql as $$
declare
  roles_due boolean;
begin
  perform set_config('app.portal_id', in_portal::text, true);
  -- A negative id is no session's. A token proves no second factor, so where the portal asks one of this person, they need to have one (gate.ts).
  select u.id, -t.id, u.email, u.given_name, u.family_name, u.is_system_admin,
      m.is_author, m.is_manager, m.is_admin, 'Student', case when u.must_change_password then 'password' end,
      true, u.locale, u.time_zone, u.theme, u.shortcuts, t.expires_at, m.role_limits, m.roles_change_at <= now(),
      jsonb_build_object('id', t.id, 'name', t.name)
    into user_id, session_id, email, given_name, family_name, is_system_admin,
      is_author, is_manager, is_admin, active_role, gate, factor_open,
      locale, time_zone, theme, shortcuts, expires_at, limits, roles_due, token
    from api_tokens t
    join users u on u.id = t.user_id
    join memberships m on m.portal_id = t.portal_id and m.user_id = t.user_id
    where t.portal_id = in_portal and t.token_hash = in_token and t.revoked_at is null and t.expires_at > now()
      and u.kind = 'person' and m.status = 'active';
  if not found then return; end if;
  if roles_due then
    select r.is_author, r.is_manager, r.is_admin, r.limits into is_author, is_manager, is_admin, limits from roles_held(in_portal, user_id, now()) r;
  end if;
  perform set_config('app.user_id', user_id::text, true);
  return next;
end $$;
grant execute on function open_token_request to stoa_app;
