-- Other languages of a course (capabilities.md EDT-16). revision: raised with each saved text of the document, so that it is known whether the current
-- version differs.
create table course_languages (
  portal_id bigint not null,
  course_id bigint not null,
  language text not null check (language ~ '^[a-z]{2,8}$'),
  -- Whether learners get it, with the next version.
  is_offered boolean not null default false,
  revision integer not null default 1 check (revision > 0),
  primary key (portal_id, course_id, language),
  foreign key (portal_id, course_id) references courses (portal_id, id)
);
select protect_portal_table('course_languages', 'select, insert, update, delete');

-- A translated text, by the key that it has in the document (features/courses/server/texts.ts). source: what it was made from; another source is a stale translation.
create table course_texts (
  portal_id bigint not null,
  course_id bigint not null,
  language text not null,
  key text not null check (length(key) between 1 and 400),
  value jsonb not null check (jsonb_typeof(value) in ('string', 'object')),
  source jsonb not null check (jsonb_typeof(source) = jsonb_typeof(value)),
  updated_by bigint references users,
  updated_at timestamptz not null default now(),
  primary key (portal_id, course_id, language, key),
  foreign key (portal_id, course_id, language) references course_languages (portal_id, course_id, language)
);
select protect_portal_table('course_texts', 'select, insert, update, delete');

-- The document's texts in other languages, by language and key.
alter table course_versions add column translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object');
-- What the course says about itself in other languages, each with its source, which the field has to have still: {language: {field: {of, text}}}.
alter table courses add column translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object');
