-- The one announcement that a portal had becomes the first of its announcements. Its readings are asked for again: they named a text by a hash of what was shown.
set local role stoa_system;
insert into announcements (portal_id, texts, time_zone, status, asked_at)
select p.id,
  case when p.locale like 'de%'
    then jsonb_build_object('en', null, 'de', jsonb_build_object('title', 'Mitteilung', 'html', p.announcement_html))
    else jsonb_build_object('en', jsonb_build_object('title', 'Announcement', 'html', p.announcement_html), 'de', null) end,
  p.time_zone, 'published', date_trunc('milliseconds', now())
from portals p where p.announcement_html <> '';
update portals p set announcements = jsonb_build_array(jsonb_build_object(
    'id', a.id, 'askedAt', floor(extract(epoch from a.asked_at) * 1000), 'texts', a.texts, 'audience', null, 'startsAt', null, 'endsAt', null, 'mustRead', false))
from announcements a where a.portal_id = p.id;
reset role;
