-- Links to set a password that were sent to many people at once. What stoa_people writes says only for whom one is wanted; the system role makes link and letter,
-- so that nobody who could write here learns a link (202611230055_password_links.sql). A link whose order has ended is dead at once.
create table password_link_orders (
  portal_id bigint not null references portals,
  run_id bigint not null,
  user_id bigint not null,
  minutes integer not null check (minutes between 1 and 20160),
  -- Whether somebody with a role may have one, as whoever ordered it may say.
  staff boolean not null,
  ordered_at timestamptz not null default now(),
  made_at timestamptz,
  -- Why none was made after all: a code of the program.
  refused text check (refused ~ '^[a-z]{1,40}$'),
  used_at timestamptz,
  ended_at timestamptz,
  primary key (portal_id, run_id, user_id),
  foreign key (portal_id, run_id) references bulk_runs (portal_id, id) on delete cascade,
  foreign key (portal_id, user_id) references memberships (portal_id, user_id) on delete cascade
);
create index password_link_orders_user on password_link_orders (portal_id, user_id);
create index password_link_orders_open on password_link_orders (ordered_at) where made_at is null and refused is null and ended_at is null;
select protect_portal_table('password_link_orders', 'select');
revoke all on password_link_orders from stoa_app;
grant insert (portal_id, run_id, user_id, minutes, staff), update (ended_at) on password_link_orders to stoa_people;

-- The action that sent a link.
alter table password_links add column run_id bigint;
