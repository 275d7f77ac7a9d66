-- Manage Widgets (capabilities.md DASH-2): how the portal arranges the dashboards of its people, as every request knows it. A document:
-- revision, layouts for some in the order in which they are tried, and the one for everybody else (features/widgets).
alter table portals add column widgets jsonb not null default '{}' check (jsonb_typeof(widgets) = 'object');
grant update (widgets) on portals to stoa_people;
