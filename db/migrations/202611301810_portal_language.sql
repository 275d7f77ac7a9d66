-- Admins choose the language of their portal among the settings (ENV-8).
grant update (locale) on portals to stoa_people;
