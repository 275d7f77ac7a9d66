-- What somebody has chosen, where a portal offers its language; null where it offers others only (ENV-8). settings: those of the portal. offeredLocale
-- (platform/languages.ts) is the same rule for what requests know; a test compares both. A language that the product does not have is nobody's to withhold, and a
-- list with one that it does not have any more counts as none, like every setting that its type does not allow.
create function offered_locale(own text, settings jsonb) returns text
language sql immutable parallel safe as $$
  select case
    when settings ->> 'languages' is null or split_part(lower(own), '-', 1) <> all ('{en,de}') then own
    else (
      select case when split_part(lower(own), '-', 1) = any (offered) or offered = '{}' or not offered <@ '{en,de}' then own end
      from (select array_remove(regexp_split_to_array(btrim(settings ->> 'languages', E' \t\r\n'), '\s*,\s*'), '') as offered) s)
  end
$$;
