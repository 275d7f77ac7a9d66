-- Announcements (capabilities.md ANN-1 to ANN-4): what a portal tells its people, to whom, from when until when, and who has read it.
create table announcements (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  -- By language (en, de): title and sanitised HTML; null for a language without a text. At least one has one.
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  -- A condition; null: everybody.
  audience jsonb,
  starts_at timestamptz,
  ends_at timestamptz,
  -- The zone in which both were meant.
  time_zone text not null,
  -- Whether people say that they have read it.
  must_read boolean not null default false,
  -- Scheduled and over are not stored: they follow from the dates.
  status text not null default 'draft' check (status in ('draft', 'published')),
  -- Since when it is asked for: of a reading before this nothing counts. Set when it is published, and when everybody is asked again.
  asked_at timestamptz,
  deleted_at timestamptz,
  made_by bigint references users,
  made_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  revision integer not null default 0,
  primary key (portal_id, id),
  constraint announcements_dates check (ends_at > starts_at),
  constraint announcements_asked check (status = 'draft' or asked_at is not null)
);
create index announcements_listed on announcements (portal_id, changed_at desc, id desc);
create index announcements_made_by on announcements (made_by) where made_by is not null;

create table announcement_receipts (
  portal_id bigint not null references portals,
  announcement_id bigint not null,
  user_id bigint not null references users,
  read_at timestamptz not null default now(),
  -- When they said that they have read it; null: it was only opened.
  confirmed_at timestamptz,
  primary key (portal_id, announcement_id, user_id),
  foreign key (portal_id, announcement_id) references announcements (portal_id, id)
);
create index announcement_receipts_user on announcement_receipts (user_id);

select protect_portal_table('announcements', 'select');
select protect_portal_table('announcement_receipts', 'select, insert, update');
-- Whom it reaches, and what every page shows, is not a request's to write.
grant insert, update on announcements to stoa_people;

-- What is shown now or later, as every request knows it: features/announcements writes it with each change.
alter table portals add column announcements jsonb not null default '[]' check (jsonb_typeof(announcements) = 'array');
grant update (announcements) on portals to stoa_people;
