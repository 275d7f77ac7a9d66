-- The quick links that portals show already have neither dates nor a language.
set local role stoa_system;
update portals set quick_links = (
  select jsonb_agg(one || '{"language": null, "startsAt": null, "endsAt": null}' order by nth)
  from jsonb_array_elements(quick_links) with ordinality as t (one, nth))
where quick_links <> '[]';
reset role;
