-- Asking for help (capabilities.md HELP-3): what people ask those who run the portal, and what these answer. No files are taken.
create table help_questions (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  user_id bigint not null references users,
  topic text not null check (topic ~ '^[a-z]{1,20}$'),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  -- What went with it by consent: the page that the person came from (an address of the portal without its host and /v), browser and screen, and jobs of theirs.
  page text check (page ~ '^/' and length(page) <= 500),
  browser text check (length(browser) between 1 and 500),
  job_ids bigint[] not null default '{}' check (cardinality(job_ids) <= 5),
  asked_at timestamptz not null default now(),
  -- When somebody last wrote, or the state changed.
  changed_at timestamptz not null default now(),
  primary key (portal_id, id)
);
create index help_questions_changed on help_questions (portal_id, changed_at desc, id desc);
create index help_questions_user on help_questions (portal_id, user_id, changed_at desc);

-- The question itself, and all that was written about it since.
create table help_messages (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  question_id bigint not null,
  author_id bigint not null references users,
  -- Written by somebody who answers questions, not by the one who asked.
  is_answer boolean not null,
  words text not null check (length(words) between 1 and 4000),
  written_at timestamptz not null default now(),
  primary key (portal_id, id),
  foreign key (portal_id, question_id) references help_questions (portal_id, id) on delete cascade
);
create index help_messages_question on help_messages (portal_id, question_id, id);
create index help_messages_author on help_messages (portal_id, author_id, written_at);

select protect_portal_table('help_questions', 'select, insert');
select protect_portal_table('help_messages', 'select, insert');
grant update (state, changed_at) on help_questions to stoa_app, stoa_people;
