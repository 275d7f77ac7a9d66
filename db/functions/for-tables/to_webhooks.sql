-- For the triggers of notifications and messages: what a webhook of its portal takes goes into the outbox, in the same transaction.
create or replace function notification_to_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_outbox (portal_id, notification_id)
    select f.portal_id, f.id from fresh f
    where exists (select from webhooks w where w.portal_id = f.portal_id and w.is_on and (w.events is null or f.event = any (w.events)))
    order by f.id;
  return null;
end $$;
-- Of messages only letters: what they say stands in them, and no notification tells of the same.
create or replace function letter_to_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_outbox (portal_id, message_id)
    select f.portal_id, f.id from fresh f
    where f.told is not null
      and exists (select from webhooks w where w.portal_id = f.portal_id and w.is_on and (w.events is null or f.event = any (w.events)))
    order by f.id;
  return null;
end $$;
