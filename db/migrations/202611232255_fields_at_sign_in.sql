-- Fields that whoever has no value in them fills in at their next sign-in, before anything else (capabilities.md FLD-2). Only what people may edit themselves can be asked of them.
alter table fields add column asked_at_sign_in boolean not null default false,
  add constraint fields_asked_are_own check (not asked_at_sign_in or (own_access = 'edit' and source = 'local'));
create index fields_asked_at_sign_in on fields (portal_id) where asked_at_sign_in and retired_at is null;
-- Whether something was missing when this session began; whether it still is, fields_due says.
alter table sessions add column fields_due boolean not null default false;
