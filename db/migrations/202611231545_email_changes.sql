-- An email that a person wants instead of theirs, until the link in the letter to it is opened (security.md row 58). A person has one at most, whatever the portal in which
-- they asked. The system role alone writes and reads them: whoever could write one could make somebody's account their own.
create table email_changes (
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  -- The email that the account had when it was asked: a change by somebody else meanwhile makes this one void.
  old_email text not null,
  new_email text not null check (length(new_email) between 3 and 254 and new_email = lower(new_email)),
  token_hash bytea not null,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (portal_id, user_id),
  unique (portal_id, token_hash)
);
create index email_changes_expiry on email_changes (expires_at);
create index email_changes_user on email_changes (user_id);
select protect_portal_table('email_changes', 'delete');
revoke all on email_changes from stoa_app, stoa_people;
