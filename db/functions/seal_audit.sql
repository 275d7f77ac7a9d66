-- What an entry of the audit log says about people, as a hash.
create function audit_body(entry audit_events) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(entry.salt, entry.ip, entry.before, entry.after)::text, 'UTF8'))
$$;

-- The hash of an entry behind the link before it.
create function audit_hash(previous bytea, entry audit_events, body bytea) returns bytea language sql stable as $$
  select sha256(previous || body || convert_to(jsonb_build_array(entry.portal_id, entry.id, (extract(epoch from entry.at) * 1000000)::bigint,
    entry.actor_id, entry.as_id, entry.action, entry.object_kind, entry.object_id, entry.request_id)::text, 'UTF8'))
$$;

-- Seals entries of a portal that have no link yet, at most so many. Returns how many. Only sealers wait for one another. An entry is written with the time at
-- which its transaction began, so one that was committed late lies up to that much before the last seal; a day is looked back.
create function seal_audit(in_portal bigint, most integer) returns integer
language plpgsql as $$
declare
  entry audit_events;
  last audit_links;
  body bytea;
  sealed integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit:' || in_portal, 0));
  select * into last from audit_links l where l.portal_id = in_portal order by l.position desc limit 1;
  for entry in
    select e.* from audit_events e
    where e.portal_id = in_portal and e.at > coalesce(last.sealed_at, '-infinity'::timestamptz) - interval '1 day'
      and not exists (select from audit_links l where l.portal_id = e.portal_id and l.event_id = e.id)
    order by e.id limit most
  loop
    body := audit_body(entry);
    insert into audit_links (portal_id, position, event_id, body_hash, hash)
    values (in_portal, coalesce(last.position, 0) + 1, entry.id, body, audit_hash(coalesce(last.hash, '\x'), entry, body))
    returning * into last;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;
revoke execute on function seal_audit from public;
grant execute on function seal_audit to stoa_system;

-- Checks the chain of a portal from its first link. Returns a line for each problem, in order, at most so many: an entry that is gone, changed, or was never
-- sealed although older than an hour; a link that is gone or does not fit the one before it.
create function check_audit(in_portal bigint, most integer) returns table (link bigint, event_id bigint, problem text)
language plpgsql stable as $$
declare
  one record;
  expected bigint := 1;
  found_problems integer := 0;
begin
  for one in
    select l.position, l.event_id as sealed_id, l.body_hash, l.hash, e.id as entry_id, e.erased_at,
      audit_body(e) as body_now, audit_hash(lag(l.hash, 1, '\x') over (order by l.position), e, l.body_hash) as hash_now
    from audit_links l left join audit_events e on e.portal_id = l.portal_id and e.id = l.event_id
    where l.portal_id = in_portal order by l.position
  loop
    problem := case
      when one.position <> expected then 'link_gone'
      when one.entry_id is null then 'entry_gone'
      when one.erased_at is null and one.body_now <> one.body_hash then 'entry_changed'
      when one.hash_now <> one.hash then 'entry_changed'
    end;
    if problem is not null then
      link := one.position;
      event_id := one.sealed_id;
      found_problems := found_problems + 1;
      return next;
      if found_problems >= most then return; end if;
    end if;
    expected := one.position + 1;
  end loop;
  return query
    select null::bigint, e.id, 'not_sealed' from audit_events e
    where e.portal_id = in_portal and e.at < now() - interval '1 hour'
      and not exists (select from audit_links l where l.portal_id = e.portal_id and l.event_id = e.id)
    order by e.id limit most - found_problems;
end $$;
grant execute on function check_audit to stoa_app, stoa_system;
