-- Authorization codes (capabilities.md AUTH-4): what is typed or scanned, what it gives, to how many, from when until when.
create table authorization_codes (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  label text not null check (length(label) between 1 and 120),
  -- Used up and over are not stored: they follow from seats and dates.
  state text not null default 'draft' check (state in ('draft', 'active', 'paused', 'revoked')),
  -- What it gives, by kind (features/codes/effects).
  effects jsonb not null default '{}' check (jsonb_typeof(effects) = 'object'),
  -- For all its words together; null: as many as come.
  seats integer check (seats between 1 and 1000000),
  taken integer not null default 0,
  per_person smallint not null default 1 check (per_person between 1 and 100),
  opens_at timestamptz,
  closes_at timestamptz,
  -- The zone in which both were meant.
  time_zone text not null,
  -- Domains of email addresses; empty: any.
  domains text[] not null default '{}',
  -- Custom fields that are asked of those who register with it.
  field_ids bigint[] not null default '{}',
  -- Whether people without an account in the portal can register with it.
  admits_new boolean not null default false,
  -- Whose rights it gives by: who saved it last. They are checked at each use.
  given_by bigint not null references users,
  made_by bigint not null references users,
  made_at timestamptz not null default now(),
  revoked_at timestamptz,
  revision integer not null default 0,
  primary key (portal_id, id),
  constraint authorization_codes_seats check (taken >= 0 and (seats is null or taken <= seats)),
  constraint authorization_codes_dates check (closes_at > opens_at)
);
create index authorization_codes_listed on authorization_codes (portal_id, made_at desc, id desc);

-- What is typed: one for a code that many share, many for a batch in which each works once.
create table authorization_code_words (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  code_id bigint not null,
  -- By which a typed word is found, and the word encrypted, because it is shown and printed again (docs/decisions/019-codes.md).
  word_hash bytea not null,
  sealed bytea not null,
  -- Null: as many as the code has.
  seats integer check (seats >= 1),
  taken integer not null default 0,
  primary key (portal_id, id),
  unique (portal_id, word_hash),
  foreign key (portal_id, code_id) references authorization_codes (portal_id, id),
  constraint authorization_code_words_seats check (taken >= 0 and (seats is null or taken <= seats))
);
create index authorization_code_words_code on authorization_code_words (portal_id, code_id, id);

-- Who used a code, and what it gave them: by kind, what was changed indeed.
create table authorization_code_uses (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  code_id bigint not null,
  word_id bigint not null,
  user_id bigint not null references users,
  -- Whether they came into the portal by it.
  is_new boolean not null,
  granted jsonb not null,
  used_at timestamptz not null default now(),
  undone_at timestamptz,
  -- What stayed when it was undone, because it had changed since.
  kept jsonb,
  primary key (portal_id, id),
  foreign key (portal_id, code_id) references authorization_codes (portal_id, id),
  foreign key (portal_id, word_id) references authorization_code_words (portal_id, id)
);
create index authorization_code_uses_code on authorization_code_uses (portal_id, code_id, id desc);
create index authorization_code_uses_word on authorization_code_uses (portal_id, word_id);
create index authorization_code_uses_user on authorization_code_uses (portal_id, user_id);

select protect_portal_table('authorization_codes', 'select');
select protect_portal_table('authorization_code_words', 'select');
select protect_portal_table('authorization_code_uses', 'select');
-- What a code gives can be a role, so requests write none: as roles, only stoa_people does.
grant insert, update on authorization_codes, authorization_code_words, authorization_code_uses to stoa_people;

-- With which code somebody registers.
alter table registrations drop column code;
alter table registrations add column word_id bigint;
alter table registrations add foreign key (portal_id, word_id) references authorization_code_words (portal_id, id);
create index registrations_word on registrations (portal_id, word_id) where word_id is not null;
grant select (word_id) on registrations to stoa_app, stoa_people;

-- Members of a group by a code.
alter table group_members drop constraint group_members_cause_check;
alter table group_members add constraint group_members_cause_check check (cause in ('hand', 'import', 'condition', 'sync', 'code'));
alter table group_history drop constraint group_history_cause_check;
alter table group_history add constraint group_history_cause_check
  check (cause in ('hand', 'import', 'condition', 'sync', 'code', 'nested', 'undo', 'deleted'));
alter table deleted_group_members drop constraint deleted_group_members_cause_check;
alter table deleted_group_members add constraint deleted_group_members_cause_check check (cause in ('hand', 'import', 'condition', 'sync', 'code'));
