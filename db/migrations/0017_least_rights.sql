-- Requests change of people what people change of themselves, and nothing that gives a right: who is a system admin, a member or what kind
-- of one, and passwords are written by the named cross-portal work. A later issue that lets admins do it in a request grants what it needs.
revoke insert, update on users from stoa_app;
grant update (given_name, family_name, locale, time_zone, theme, shortcuts) on users to stoa_app;
revoke insert, update on memberships from stoa_app;
grant update (widgets, last_sign_in_at) on memberships to stoa_app;
