-- Catalogues (capabilities.md CAT-1): courses that some people of a portal are offered. A course in no catalogue is offered to everybody; one in catalogues to
-- whoever is in the audience of one of them (db/functions/courses_not_offered.sql).
create table catalogues (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 500),
  -- Everybody of the portal is its audience; else the members of its groups.
  for_everybody boolean not null default false,
  revision integer not null default 1 check (revision >= 1),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (portal_id, id)
);
create unique index catalogues_name on catalogues (portal_id, lower(name));
select protect_portal_table('catalogues', 'select, insert, update, delete');

create table catalogue_groups (
  portal_id bigint not null references portals,
  catalogue_id bigint not null,
  group_id bigint not null,
  primary key (portal_id, catalogue_id, group_id),
  foreign key (portal_id, catalogue_id) references catalogues (portal_id, id) on delete cascade,
  foreign key (portal_id, group_id) references groups (portal_id, id)
);
create index catalogue_groups_group on catalogue_groups (portal_id, group_id);
select protect_portal_table('catalogue_groups', 'select, insert, delete');

-- Courses chosen by hand.
create table catalogue_courses (
  portal_id bigint not null references portals,
  catalogue_id bigint not null,
  course_id bigint not null,
  primary key (portal_id, catalogue_id, course_id),
  foreign key (portal_id, catalogue_id) references catalogues (portal_id, id) on delete cascade,
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index catalogue_courses_course on catalogue_courses (portal_id, course_id);
select protect_portal_table('catalogue_courses', 'select, insert, delete');

-- Categories whose courses are in it, with those of the categories below. One that a catalogue names is not removed.
create table catalogue_categories (
  portal_id bigint not null references portals,
  catalogue_id bigint not null,
  category_id bigint not null,
  primary key (portal_id, catalogue_id, category_id),
  foreign key (portal_id, catalogue_id) references catalogues (portal_id, id) on delete cascade,
  foreign key (portal_id, category_id) references categories (portal_id, id)
);
create index catalogue_categories_category on catalogue_categories (portal_id, category_id);
select protect_portal_table('catalogue_categories', 'select, insert, delete');
