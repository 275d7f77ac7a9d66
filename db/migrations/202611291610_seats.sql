-- Seats (capabilities.md ENV-8): how many people can be active in a portal at once. Counted and refused by the triggers below, whatever way people come by
-- (db/functions/for-tables/seats.sql).
create table portal_seats (
  portal_id bigint not null primary key references portals,
  -- Null for no limit. The row stays then, and with it the numbers of the warnings.
  cap integer check (cap > 0),
  -- Grows whenever seats are taken: whoever takes some waits here for others, and each warning has a number of its own.
  turn bigint not null default 0,
  changed_at timestamptz not null default now()
);
select protect_portal_table('portal_seats', 'select');
-- Whoever adds people takes their turn; the limit is set by system admins alone.
grant update (turn) on portal_seats to stoa_people;

-- Who has an account but takes no seat: few, so that counting need not look everybody up.
create index users_without_seat on users (id) where kind <> 'person' or is_system_admin;
create index memberships_active on memberships (portal_id, user_id) where status = 'active';

create trigger seats_after_insert after insert on memberships referencing new table as added
  for each statement execute function seats_after_insert();
create trigger seats_after_update after update on memberships referencing old table as was new table as is_now
  for each statement execute function seats_after_update();
