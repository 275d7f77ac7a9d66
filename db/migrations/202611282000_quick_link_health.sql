-- How often quick links are followed, and whether they lead somewhere (capabilities.md QL-2).
create table quick_link_clicks (
  portal_id bigint not null,
  link_id bigint not null,
  -- In UTC. Who followed it is written nowhere.
  day date not null default (now() at time zone 'utc')::date,
  clicks integer not null check (clicks > 0),
  primary key (portal_id, link_id, day),
  foreign key (portal_id, link_id) references quick_links
);
select protect_portal_table('quick_link_clicks', 'select, insert, update');

create table quick_link_checks (
  portal_id bigint not null,
  link_id bigint not null,
  -- What was asked: where the link leads elsewhere now, this says nothing about it.
  address text not null,
  checked_at timestamptz not null default now(),
  -- A word for what was wrong; null: it leads somewhere.
  problem text,
  -- What a web server answered.
  status integer,
  -- How often in a row it led nowhere, and since when.
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  primary key (portal_id, link_id),
  foreign key (portal_id, link_id) references quick_links
);
select protect_portal_table('quick_link_checks', 'select');
grant insert, update on quick_link_checks to stoa_people;
