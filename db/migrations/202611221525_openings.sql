-- When each opening of an attempt was made: a page of an earlier opening can have seen no more time than since then. Openings of before are not here.
create table attempt_openings (
  portal_id bigint not null references portals,
  attempt_id bigint not null,
  epoch integer not null check (epoch >= 1),
  opened_at timestamptz not null default now(),
  primary key (portal_id, attempt_id, epoch),
  foreign key (portal_id, attempt_id) references attempts (portal_id, id)
);
select protect_portal_table('attempt_openings', 'select, insert');
