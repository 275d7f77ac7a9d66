-- What a portal's admins set about its mail: the address it comes from, and which events are told in the bell alone.
alter table mail_settings add column sender_address text not null default '' check (length(sender_address) <= 254);
alter table mail_settings add column events_off text[] not null default '{}';
-- Admins put addresses on the list by hand; response is then why, in their words.
grant insert on suppressed_addresses to stoa_app;
