-- Seats (ENV-8): how many people can be active in a portal at once. A seat is taken by an active membership of a person who is no system admin; the preview guest, and
-- whoever was merged away or erased, take none.

-- How many seats of a portal are taken.
create or replace function seats_taken(in_portal bigint) returns integer
language plpgsql stable as $$
begin
  return (select count(*) from memberships m where m.portal_id = in_portal and m.status = 'active'
    and not exists (select from users u where u.id = m.user_id and (u.kind <> 'person' or u.is_system_admin)));
end $$;

-- The highest level of use that is reached, of those that people are warned at: 80, 95, 100 per cent; 0 below them. features/seats/levels.ts is the same in TypeScript.
create or replace function seats_level(taken integer, cap integer) returns integer
language sql immutable parallel safe as $$
  select case when taken >= cap then 100 when taken * 100 >= cap * 95 then 95 when taken * 100 >= cap * 80 then 80 else 0 end
$$;

-- Refuses what takes more seats than a portal has, whatever way people come by, and tells the portal's admins when use reaches a level. Who takes seats of one portal waits for
-- one another at its row; a portal without a cap has none, and nobody waits. The row is written, so that a count from before is never taken for one from now.
create or replace function check_seats(in_portal bigint, gained integer) returns void
language plpgsql as $$
declare
  limited record;
  taken integer;
  level integer;
begin
  update portal_seats s set turn = s.turn + 1 where s.portal_id = in_portal and s.cap is not null returning s.cap, s.turn into limited;
  if not found then return; end if;
  taken := seats_taken(in_portal);
  if taken > limited.cap then
    raise exception using errcode = 'ST001', message = 'no seat is left in this portal',
      detail = json_build_object('used', taken - gained, 'cap', limited.cap)::text;
  end if;
  level := seats_level(taken, limited.cap);
  if level > seats_level(taken - gained, limited.cap) then
    insert into notifications (portal_id, event, subject, user_id, occurrence, variables)
    select in_portal, 'seats_low', 'portal:' || in_portal, m.user_id, limited.turn::text,
      jsonb_build_object('level', level, 'used', taken, 'cap', limited.cap)
    from memberships m where m.portal_id = in_portal and m.is_admin and m.status = 'active'
    on conflict on constraint notifications_once do nothing;
  end if;
end $$;

-- After people were added. added: the new memberships.
create or replace function seats_after_insert() returns trigger
language plpgsql as $$
declare
  one record;
begin
  if not exists (select from portal_seats s where s.cap is not null and s.portal_id = any (array(select a.portal_id from added a where a.status = 'active')))
  then return null; end if;
  for one in
    select a.portal_id, count(*)::integer as gained from added a join users u on u.id = a.user_id
    where a.status = 'active' and u.kind = 'person' and not u.is_system_admin
    group by a.portal_id order by a.portal_id
  loop
    perform check_seats(one.portal_id, one.gained);
  end loop;
  return null;
end $$;

-- After memberships were changed. was, is_now: the same memberships before and after. Only where more are active than before is anything looked up.
create or replace function seats_after_update() returns trigger
language plpgsql as $$
declare
  one record;
  gained integer;
begin
  for one in
    select c.portal_id from (
      select n.portal_id, 1 as step from is_now n where n.status = 'active' union all select w.portal_id, -1 from was w where w.status = 'active') c
    group by c.portal_id having sum(c.step) > 0 order by c.portal_id
  loop
    if not exists (select from portal_seats s where s.portal_id = one.portal_id and s.cap is not null) then continue; end if;
    select sum(c.step)::integer from (
      select n.portal_id, n.user_id, 1 as step from is_now n where n.status = 'active'
      union all select w.portal_id, w.user_id, -1 from was w where w.status = 'active') c
    join users u on u.id = c.user_id
    where c.portal_id = one.portal_id and u.kind = 'person' and not u.is_system_admin into gained;
    if gained > 0 then perform check_seats(one.portal_id, gained); end if;
  end loop;
  return null;
end $$;
