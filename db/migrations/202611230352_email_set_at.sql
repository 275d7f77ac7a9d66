-- When somebody else last gave a person another email. Until they have signed in with it, it does not prove who reads what is sent there (features/auth/server/forgot.ts).
alter table users add column email_set_at timestamptz;
grant select (email_set_at), update (email_set_at) on users to stoa_people;
