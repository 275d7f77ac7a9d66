-- How a course is offered. listed: whether the catalog shows it; otherwise it is found by its address only. credits: [{kind, amount}].
-- prerequisites_asked: how many of its course_prerequisites somebody has completed before they begin; null without any.
-- enrol_from, enrol_until: when people may enrol themselves, as it was meant in enrol_zone. A course with a price is not for enrolling oneself.
-- review: where it stands with those who look it over before it is published; the steps are in course_reviews.
alter table courses
  add column listed boolean not null default true,
  add column is_template boolean not null default false,
  add column credits jsonb not null default '[]',
  add column prerequisites_asked integer check (prerequisites_asked >= 1),
  add column enrol_from timestamptz,
  add column enrol_until timestamptz check (enrol_until > enrol_from),
  add column enrol_zone text,
  add column price_cents integer check (price_cents > 0),
  add column price_currency text check (price_currency ~ '^[A-Z]{3}$'),
  add column review text check (review in ('asked', 'approved', 'returned')),
  add check ((price_cents is null) = (price_currency is null)),
  add check (enrol_zone is not null or (enrol_from is null and enrol_until is null));
create index courses_templates on courses (portal_id) where is_template;

create table course_prerequisites (
  portal_id bigint not null references portals,
  course_id bigint not null,
  required_id bigint not null check (required_id <> course_id),
  nth integer not null,
  primary key (portal_id, course_id, required_id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, required_id) references courses (portal_id, id)
);
create index course_prerequisites_required on course_prerequisites (portal_id, required_id);

-- Who edits a course besides its owner (courses.created_by).
create table course_authors (
  portal_id bigint not null references portals,
  course_id bigint not null,
  user_id bigint not null references users,
  added_at timestamptz not null default now(),
  added_by bigint references users,
  primary key (portal_id, course_id, user_id),
  foreign key (portal_id, course_id) references courses (portal_id, id)
);
create index course_authors_person on course_authors (portal_id, user_id);

-- The steps of reviews; the newest of a course is its courses.review.
create table course_reviews (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  course_id bigint not null,
  step text not null check (step in ('asked', 'withdrawn', 'approved', 'returned')),
  comment text not null default '' check (length(comment) <= 2000),
  made_by bigint references users,
  made_at timestamptz not null default now(),
  primary key (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id)
);
create index course_reviews_course on course_reviews (portal_id, course_id, id);

select protect_portal_table('course_prerequisites', 'select, insert, delete');
select protect_portal_table('course_authors', 'select, insert, delete');
select protect_portal_table('course_reviews', 'select, insert, delete');
