-- What portals say in mail in their own words (capabilities.md MAIL-1, MAIL-2): the text of a letter in a language. Each saving adds a version; the newest one holds.
create table mail_texts (
  portal_id bigint not null references portals,
  event text not null check (event ~ '^[a-z][a-z_]{0,40}$'),
  language text not null check (language in ('en', 'de')),
  revision integer not null check (revision > 0),
  -- All three null: from this version on the words of the product hold again.
  subject text check (length(subject) between 1 and 150),
  body text check (length(body) between 1 and 3000),
  button text check (length(button) <= 60),
  saved_by bigint references users,
  saved_at timestamptz not null default now(),
  primary key (portal_id, event, language, revision),
  check ((subject is null) = (body is null) and (body is null) = (button is null))
);
create index mail_texts_saved_by on mail_texts (saved_by) where saved_by is not null;
select protect_portal_table('mail_texts', 'select, insert, delete');
