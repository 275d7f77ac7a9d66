-- What one injected statement of a request may reach (security.md §4). It reads no password: hashes are read by stoa_system only. It changes
-- nobody but the person asking, and it starts no session, so that it cannot ask as somebody else.
revoke select on users from stoa_app;
grant select (id, email, kind, given_name, family_name, password_changed_at, must_change_password, is_system_admin, locale, time_zone, theme,
  shortcuts, created_at) on users to stoa_app;

-- The database keeps a hash of what a request shows it (open_request), which is itself a hash of what the browser has. Whoever reads this
-- table can therefore show nothing that opens a session.
set local role stoa_system;
update sessions set token_hash = sha256(token_hash);
reset role;
revoke insert, update on sessions from stoa_app;
revoke select, delete on handover_tokens from stoa_app;
grant update (active_role, last_seen_at) on sessions to stoa_app;

-- Not forced: row-level security also binds migrations, which run as the owner, and no request does.
alter table users enable row level security;
create policy people_are_seen on users for select to stoa_app using (true);
create policy people_change_themselves on users for update to stoa_app
  using (id = (select s.user_id from sessions s
    where s.portal_id = current_setting('app.portal_id')::bigint
      and s.token_hash = sha256(decode(nullif(current_setting('app.session', true), ''), 'hex'))
      and s.expires_at > now()));
create policy system_scope on users to stoa_system using (true) with check (true);
