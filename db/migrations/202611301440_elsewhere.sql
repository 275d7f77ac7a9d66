-- A sign-in of somebody who does not belong to the portal: it opens nothing there but the way to their own portals. factor_at: when a second factor was proven.
alter table sign_in_steps
  add column factor_at timestamptz,
  drop constraint sign_in_steps_kind_check,
  add constraint sign_in_steps_kind_check check (kind in ('factor', 'enrol', 'elsewhere'));
