-- Courses shown before they are learnt (capabilities.md EDT-11): who reviews one, what was said about its blocks, and links for people without an account.

create table course_reviewers (
  portal_id bigint not null references portals,
  course_id bigint not null,
  user_id bigint not null references users,
  added_by bigint not null references users,
  added_at timestamptz not null default now(),
  primary key (portal_id, course_id, user_id),
  foreign key (portal_id, course_id) references courses (portal_id, id)
);
create index course_reviewers_user on course_reviewers (portal_id, user_id);

-- A comment on a page or a block of the draft, or a reply to one. The draft may lose the page or the block: the comment stays, with what it was about.
create table review_comments (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  course_id bigint not null,
  -- The comment that this one replies to; the fields of a thread stand in that one.
  thread_id bigint,
  page_id text not null check (length(page_id) between 1 and 64),
  page_title text not null check (length(page_title) <= 200),
  -- Null for a comment on the page as a whole.
  block_id text check (length(block_id) between 1 and 64),
  -- How the block began when the comment was written.
  about text not null check (length(about) <= 200),
  author_id bigint not null references users,
  -- Empty once its author was erased.
  words text not null check (length(words) <= 4000),
  written_at timestamptz not null default now(),
  edited_at timestamptz,
  assignee_id bigint references users,
  resolved_at timestamptz,
  resolved_by bigint references users,
  primary key (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, thread_id) references review_comments (portal_id, id) on delete cascade,
  check (thread_id is null or (assignee_id is null and resolved_at is null)),
  check ((resolved_at is null) = (resolved_by is null))
);
create index review_comments_course on review_comments (portal_id, course_id, id);
create index review_comments_thread on review_comments (portal_id, thread_id) where thread_id is not null;
create index review_comments_author on review_comments (portal_id, author_id);

-- Links that show one course to whoever has them. The address is made of the key and the secret of the installation.
create table preview_links (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  course_id bigint not null,
  name text not null check (length(name) between 1 and 100),
  -- Which document it shows.
  shows text not null check (shows in ('draft', 'current')),
  key text not null,
  token_hash bytea not null,
  passcode_hash text,
  failures int not null default 0,
  failed_at timestamptz,
  made_by bigint not null references users,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views int not null default 0,
  viewed_at timestamptz,
  primary key (portal_id, id),
  unique (portal_id, token_hash),
  foreign key (portal_id, course_id) references courses (portal_id, id)
);
create index preview_links_course on preview_links (portal_id, course_id, id);

-- Browsers that opened a link: a cookie each, about nobody. They end by themselves.
create table preview_passes (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  link_id bigint not null,
  token_hash bytea not null,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (portal_id, id),
  unique (portal_id, token_hash),
  foreign key (portal_id, link_id) references preview_links (portal_id, id) on delete cascade
);
create index preview_passes_link on preview_passes (portal_id, link_id);

select protect_portal_table('course_reviewers', 'select, insert, delete');
select protect_portal_table('review_comments', 'select, insert, update, delete');
select protect_portal_table('preview_links', 'select, insert, update, delete');
select protect_portal_table('preview_passes', 'select, insert, update, delete');
