-- A sign-in of somebody who does not belong to the portal: it opens nothing there but the way to their own portals. factor_at: when a second factor was proven.
alter table sign_in_steps
  add column factor_at timestamptz,
  drop constraint sign_in_steps_kind_check,
  add constraint sign_in_steps_kind_check check (kind in ('factor', 'enrol', 'elsewhere'));

-- Whether the person typed their password where they come from: how old it may be counts where they go.
alter table handover_tokens add column by_password boolean not null default false;
