-- Which version of a portal's terms somebody has agreed to, and when (capabilities.md AUTH-3): at registering, and from now on at the first sign-in after they changed.
create table terms_acceptances (
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  version integer not null check (version > 0),
  accepted_at timestamptz not null default now(),
  primary key (portal_id, user_id, version)
);
select protect_portal_table('terms_acceptances', 'select');
insert into terms_acceptances (portal_id, user_id, version, accepted_at)
  select portal_id, user_id, terms_version, coalesce(confirmed_at, decided_at, asked_at) from registrations
  where state = 'joined' and user_id is not null and terms_version > 0 on conflict do nothing;
-- The version that has to be agreed to before this session does anything else; null: none.
alter table sessions add column terms_due integer;
