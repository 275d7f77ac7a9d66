-- What people are told (capabilities.md MAIL-1, 3, 5, 6). A notification is written in the transaction that causes it; its key makes it happen once, through
-- repeated jobs, restarts and several causes. Workers make messages of it: what goes out by e-mail, as it was sent, and what became of it.

create table messages (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  user_id bigint not null references users,
  -- The event it tells of; 'digest' for a collection.
  event text not null check (event ~ '^[a-z][a-z_]{1,40}$'),
  -- What nobody can switch off. It goes out past quiet hours and the hourly cap, and again where it is not known whether it arrived.
  mandatory boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'kept', 'failed', 'unclear', 'withheld')),
  -- Why it waits, was not sent or is unclear: a code of the program.
  reason text check (reason ~ '^[a-z]{1,40}$'),
  -- What the mail server said last.
  response text,
  tries integer not null default 0 check (tries >= 0),
  due_at timestamptz not null default now(),
  -- While a worker has it. Once its text is handed over, nobody can tell whether it arrived until the server answers.
  leased_until timestamptz,
  lease uuid,
  is_handed_over boolean not null default false,
  -- As it was sent; null until a worker has written it.
  address text,
  language text,
  headers jsonb,
  subject text,
  html text,
  plain text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (portal_id, id),
  constraint messages_leased_check check ((state = 'sending') = (leased_until is not null and lease is not null)),
  constraint messages_ended_check check ((state in ('waiting', 'sending')) = (ended_at is null))
);
create index messages_listed on messages (portal_id, created_at desc, id desc);
create index messages_person on messages (portal_id, user_id, id desc);
create index messages_due on messages (due_at) where state = 'waiting';
create index messages_leases on messages (leased_until) where state = 'sending';
create index messages_sent on messages (portal_id, ended_at) where state in ('sent', 'unclear');

create table notifications (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  event text not null check (event ~ '^[a-z][a-z_]{1,40}$'),
  -- What it is about, such as course:12.
  subject text not null check (length(subject) between 1 and 80),
  user_id bigint not null references users,
  -- Which time this is for that person: the same again is not told again.
  occurrence text not null check (length(occurrence) <= 120),
  variables jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- A worker has decided about mail: message_id is the message that tells of it, null where none does.
  handled_at timestamptz,
  message_id bigint,
  primary key (portal_id, id),
  constraint notifications_once unique (portal_id, event, subject, user_id, occurrence),
  foreign key (portal_id, message_id) references messages (portal_id, id) on delete set null (message_id)
);
create index notifications_person on notifications (portal_id, user_id, id desc);
create index notifications_unread on notifications (portal_id, user_id) where read_at is null;
create index notifications_new on notifications (id) where handled_at is null;
create index notifications_message on notifications (portal_id, message_id) where message_id is not null;

-- What somebody chose for an event: at once, in a daily or weekly collection, or never by mail.
create table notification_preferences (
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  event text not null check (event ~ '^[a-z][a-z_]{1,40}$'),
  mail text not null check (mail in ('instant', 'daily', 'weekly', 'off')),
  primary key (portal_id, user_id, event)
);
create index notification_preferences_user on notification_preferences (user_id);

-- Addresses that nothing is sent to any more, until somebody lifts it.
create table suppressed_addresses (
  portal_id bigint not null references portals,
  address text not null check (length(address) between 3 and 254 and address = lower(address)),
  reason text not null check (reason ~ '^[a-z]{1,40}$'),
  response text not null default '',
  created_at timestamptz not null default now(),
  primary key (portal_id, address)
);

-- How a portal sends; without a row as the defaults here say.
create table mail_settings (
  portal_id bigint not null references portals,
  -- The kill switch: off, messages wait and nothing leaves.
  is_on boolean not null default true,
  hourly_cap integer not null default 5000 check (hourly_cap between 1 and 1000000),
  -- From this hour to that one, in the zone of each person, only what is mandatory is sent. Both null: at any time.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  sender_name text not null default '' check (length(sender_name) <= 80),
  reply_to text not null default '' check (length(reply_to) <= 254),
  primary key (portal_id),
  constraint mail_settings_quiet_check check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null or quiet_from <> quiet_to))
);

select protect_portal_table('messages', 'select');
select protect_portal_table('notifications', 'select, insert');
select protect_portal_table('notification_preferences', 'select, insert, update, delete');
select protect_portal_table('suppressed_addresses', 'select, delete');
select protect_portal_table('mail_settings', 'select, insert, update');
grant update (read_at) on notifications to stoa_app, stoa_people;
-- Trying again, and lifting what holds a message.
grant update (state, reason, tries, due_at, ended_at) on messages to stoa_app;

-- What is due soon and what is overdue is looked for every few minutes.
create index enrolment_causes_due on enrolment_causes (due_at) where due_at is not null;
create index corrections_due on corrections (value_at) where kind = 'due';
