-- Signed quick links (capabilities.md QL-1): who opens one is led on with an address that its receiver can check.
alter table quick_links add column is_signed boolean not null default false;

create table quick_link_secrets (
  portal_id bigint not null,
  link_id bigint not null,
  -- Encrypted under the secret of the server, for this link of this portal (platform/sealed.ts).
  sealed bytea not null,
  made_at timestamptz not null default now(),
  primary key (portal_id, link_id),
  foreign key (portal_id, link_id) references quick_links
);
select protect_portal_table('quick_link_secrets', 'select');
-- A request as such reads when one was made, and no more of it.
revoke select on quick_link_secrets from stoa_app;
grant select (portal_id, link_id, made_at) on quick_link_secrets to stoa_app;
grant insert, update, delete on quick_link_secrets to stoa_people;

-- What portals show already is not signed.
set local role stoa_system;
update portals set quick_links = (
  select jsonb_agg(one || '{"signed": false}' order by nth)
  from jsonb_array_elements(quick_links) with ordinality as t (one, nth))
where quick_links <> '[]';
reset role;
