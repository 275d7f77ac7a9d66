-- A mail server of a portal's own (capabilities.md MAIL-4, docs/decisions/040-mail-servers-of-portals.md).
create table mail_servers (
  portal_id bigint primary key references portals,
  host text not null check (length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  -- implicit: TLS from the start; starttls: before anything else is said, and nothing without it.
  tls text not null check (tls in ('implicit', 'starttls')),
  -- Empty: it wants no name and password.
  user_name text not null check (length(user_name) <= 254),
  -- The password, encrypted under the secret of the server for this portal (platform/sealed.ts).
  sealed bytea,
  -- Off: it is only kept, and mail goes the way of the installation.
  is_on boolean not null,
  -- Since when it cannot be used, how often that was tried in a row, why, and what it said.
  failing_since timestamptz,
  failures integer not null default 0 check (failures >= 0),
  problem text check (problem ~ '^[a-z_]{1,40}$'),
  said text check (length(said) <= 500),
  -- Nothing is sent before.
  rests_until timestamptz,
  constraint mail_servers_password_check check ((user_name = '') = (sealed is null)),
  constraint mail_servers_failing_check check ((failures = 0) = (failing_since is null) and (failures = 0) = (problem is null))
);
select protect_portal_table('mail_servers', 'select');
-- A request as such reads everything but the password.
revoke select on mail_servers from stoa_app;
grant select (portal_id, host, port, tls, user_name, is_on, failing_since, failures, problem, said, rests_until) on mail_servers to stoa_app;
grant insert, update, delete on mail_servers to stoa_people;
