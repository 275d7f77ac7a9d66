-- Public catalogues (capabilities.md CAT-1, ENV-7): visitors see their courses before they sign in (db/functions/courses_for_visitors.sql). What visitors see,
-- everybody of the portal is offered: whoever signs in to start a course can open it.
alter table catalogues
  add column is_public boolean not null default false,
  add constraint catalogues_public_for_everybody check (not is_public or for_everybody);
