-- What portals had as plain text becomes the first version of each page, in the portal's language; of the contact, only the ways to reach the portal stay in its row.
set local role stoa_system;
insert into portal_page_versions (portal_id, page, number, content)
select p.id, k.page, 1, jsonb_build_object(
  'texts', case when p.locale like 'de%' then jsonb_build_object('en', null, 'de', t.html) else jsonb_build_object('en', t.html, 'de', null) end,
  'ways', null)
from portals p cross join (values ('copyright'), ('privacy')) k (page)
cross join lateral (select '<p>' || replace(replace(replace(replace(p.contact ->> k.page, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), E'\n', '<br>') || '</p>' as html) t
where trim(coalesce(p.contact ->> k.page, '')) <> '';
insert into portal_page_versions (portal_id, page, number, content)
select p.id, 'contact', 1, jsonb_build_object('texts', jsonb_build_object('en', null, 'de', null), 'ways', jsonb_build_object(
  'email', coalesce(p.contact ->> 'email', ''), 'phone', coalesce(p.contact ->> 'phone', ''), 'address', coalesce(p.contact ->> 'address', '')))
from portals p where coalesce(p.contact ->> 'email', '') || coalesce(p.contact ->> 'phone', '') || coalesce(p.contact ->> 'address', '') <> '';
update portals set contact = contact - 'copyright' - 'privacy' where contact ?| array['copyright', 'privacy'];
reset role;
