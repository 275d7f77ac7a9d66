-- How a portal looks (capabilities.md ENV-1 to ENV-5). What is published stands in its row, which every request knows; here are the look that is being worked
-- on, what was published before, and the images.
alter table portals add column favicon_file text, add column mail_logo_file text, add column certificate_logo_file text;

create table brand_drafts (
  portal_id bigint not null references portals,
  -- Counted on with each change, also when the draft is published or given up.
  revision integer not null default 1,
  -- Null while nothing is being worked on.
  brand jsonb,
  changed_by bigint references users,
  changed_at timestamptz not null default now(),
  primary key (portal_id)
);
create table brand_versions (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  brand jsonb not null,
  -- Null for the look that a portal had before its first one was published here.
  published_by bigint references users,
  published_at timestamptz not null default now(),
  primary key (portal_id, id)
);
-- Made of an upload, in the size and format of its place; the upload itself is not kept.
create table brand_images (
  portal_id bigint not null references portals,
  file_id bigint not null,
  slot text not null check (slot in ('logo', 'mobileLogo', 'favicon', 'mailLogo', 'certificateLogo', 'navImage')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- The mean colour of what can be seen of it.
  tone text not null check (tone ~ '^#[0-9a-f]{6}$'),
  made_by bigint references users,
  made_at timestamptz not null default now(),
  primary key (portal_id, file_id),
  foreign key (portal_id, file_id) references files
);
create index brand_drafts_changed_by on brand_drafts (changed_by) where changed_by is not null;
create index brand_versions_published_by on brand_versions (published_by) where published_by is not null;
create index brand_images_made_by on brand_images (made_by) where made_by is not null;

select protect_portal_table('brand_drafts', 'select, insert, update');
select protect_portal_table('brand_versions', 'select, insert');
select protect_portal_table('brand_images', 'select, insert');
-- The look itself is in the row of the portal, which a request cannot change (settings_of_the_portal).
grant update (colors, logo_file, mobile_logo_file, favicon_file, mail_logo_file, certificate_logo_file) on portals to stoa_people;
