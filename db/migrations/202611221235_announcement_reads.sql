-- The announcement that a person has read last in a portal, known by a fingerprint of its text: on every device of theirs it is read then.
create table announcement_reads (
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  fingerprint text not null check (fingerprint ~ '^[0-9a-z]{1,16}$'),
  read_at timestamptz not null default now(),
  primary key (portal_id, user_id)
);
select protect_portal_table('announcement_reads', 'select, insert, update');
