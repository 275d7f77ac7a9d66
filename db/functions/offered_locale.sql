-- What somebody has chosen, where a portal offers its language; null where it offers others only (ENV-8). settings: those of the portal. offeredLocale
-- (platform/languages.ts) is the same rule for what requests know; a test compares both.
create function offered_locale(own text, settings jsonb) returns text
language sql immutable parallel safe as $$
  select case when settings ->> 'languages' is null or split_part(lower(own), '-', 1) = any (string_to_array(settings ->> 'languages', ',')) then own end
$$;
