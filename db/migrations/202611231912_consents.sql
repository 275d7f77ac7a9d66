-- From where somebody agreed to the terms of a portal (capabilities.md X-5, the consent log): while registering or at a sign-in, with address and browser as the
-- server saw them; "" where nothing is known. via is null for what was agreed to before this was kept and cannot be told any more.
alter table terms_acceptances
  add column via text check (via in ('registration', 'sign_in')),
  add column ip text not null default '',
  add column device text not null default '' check (length(device) <= 200);
-- Whoever registers agrees when they ask, long before they join.
alter table registrations
  add column ip text not null default '',
  add column device text not null default '' check (length(device) <= 200);
-- People get them with all else that is kept of them (X-5); no list of registrations shows them.
grant select (ip, device) on registrations to stoa_people;
