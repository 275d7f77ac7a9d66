-- Webhooks (capabilities.md MAIL-1, X-4): addresses of others to which a portal sends its events.
create table webhooks (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 60),
  -- With a key of the receiver in it, as it may be.
  address text not null check (length(address) between 1 and 1000),
  format text not null check (format in ('json', 'slack', 'teams')),
  -- Null: all, those of later versions too.
  events text[] check (cardinality(events) > 0),
  is_on boolean not null default true,
  -- Why it turned itself off: the receiver said that it is gone, or nothing had arrived for a day.
  off_reason text check (off_reason in ('gone', 'failing')),
  revision integer not null default 0,
  created_at timestamptz not null default now(),
  -- Attempts that failed since the last one that went well, and since when.
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  last_at timestamptz,
  -- Nothing is sent before.
  rests_until timestamptz,
  -- While a worker sends to it: one at a time.
  lease uuid,
  leased_until timestamptz,
  primary key (portal_id, id),
  constraint webhooks_failing_check check ((failures = 0) = (failing_since is null)),
  constraint webhooks_leased_check check ((lease is null) = (leased_until is null)),
  constraint webhooks_off_check check (off_reason is null or not is_on)
);
select protect_portal_table('webhooks', 'select');
grant insert, update, delete on webhooks to stoa_people;

create table webhook_secrets (
  portal_id bigint not null,
  webhook_id bigint not null,
  -- Encrypted under the secret of the server, for this webhook of this portal (platform/sealed.ts).
  sealed bytea not null,
  made_at timestamptz not null default now(),
  primary key (portal_id, webhook_id),
  foreign key (portal_id, webhook_id) references webhooks (portal_id, id) on delete cascade
);
select protect_portal_table('webhook_secrets', 'select');
-- A request as such reads when one was made, and no more of it.
revoke select on webhook_secrets from stoa_app;
grant select (portal_id, webhook_id, made_at) on webhook_secrets to stoa_app;
grant insert, update, delete on webhook_secrets to stoa_people;

-- What webhooks of its portal take: letters in the transaction that writes them, notifications when a worker decides how they go out. Deliveries are made of it.
create table webhook_outbox (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  notification_id bigint,
  message_id bigint,
  primary key (portal_id, id),
  constraint webhook_outbox_of_one_check check (num_nonnulls(notification_id, message_id) = 1),
  foreign key (portal_id, notification_id) references notifications (portal_id, id) on delete cascade,
  foreign key (portal_id, message_id) references messages (portal_id, id) on delete cascade
);
create index webhook_outbox_order on webhook_outbox (id);
create index webhook_outbox_notification on webhook_outbox (portal_id, notification_id) where notification_id is not null;
create index webhook_outbox_message on webhook_outbox (portal_id, message_id) where message_id is not null;
select protect_portal_table('webhook_outbox', 'insert');

-- One event on its way to one webhook, and what became of it. What is sent is read from the notification or letter each time, so nothing of it is kept here.
create table webhook_deliveries (
  portal_id bigint not null,
  id bigint generated always as identity,
  webhook_id bigint not null,
  -- 'test' for one that an admin asked for.
  event text not null check (event ~ '^[a-z][a-z_]{1,40}$'),
  -- The same for each webhook and each attempt: by it a receiver knows what it has.
  event_id uuid not null,
  notification_id bigint,
  message_id bigint,
  occurred_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'withheld')),
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null default now(),
  -- Of the last attempt.
  attempted_at timestamptz,
  status integer,
  milliseconds integer,
  -- Why it did not arrive: a code of the program, and the first words of the answer.
  problem text check (problem ~ '^[a-z_]{1,40}$'),
  detail text check (length(detail) <= 200),
  created_at timestamptz not null default now(),
  primary key (portal_id, id),
  constraint webhook_deliveries_once unique (portal_id, webhook_id, event_id),
  foreign key (portal_id, webhook_id) references webhooks (portal_id, id) on delete cascade,
  foreign key (portal_id, notification_id) references notifications (portal_id, id) on delete set null (notification_id),
  foreign key (portal_id, message_id) references messages (portal_id, id) on delete set null (message_id)
);
create index webhook_deliveries_listed on webhook_deliveries (portal_id, webhook_id, id desc);
create index webhook_deliveries_next on webhook_deliveries (portal_id, webhook_id, id) where state = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (due_at) where state = 'waiting';
create index webhook_deliveries_notification on webhook_deliveries (portal_id, notification_id) where notification_id is not null;
create index webhook_deliveries_message on webhook_deliveries (portal_id, message_id) where message_id is not null;
create index webhook_deliveries_old on webhook_deliveries (created_at);
select protect_portal_table('webhook_deliveries', 'select');
grant insert, update on webhook_deliveries to stoa_people;
