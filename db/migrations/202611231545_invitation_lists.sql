-- Many invitations at once (capabilities.md AUTH-3, INV-8): a pasted list as it was previewed, and what became of each of its lines.
create table invitation_lists (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  owner_id bigint not null references users,
  -- As invitations keep it: what everybody on the list gets.
  effects jsonb not null,
  -- For how long the links work, and the language of the letters.
  days smallint not null check (days between 1 and 90),
  locale text not null,
  job_id bigint,
  expires_at timestamptz not null,
  primary key (portal_id, id)
);
create index invitation_lists_expired on invitation_lists (expires_at);

create table invitation_list_lines (
  portal_id bigint not null references portals,
  list_id bigint not null,
  nth integer not null,
  -- Where it stood in what was pasted, and how.
  line integer not null,
  words text not null check (length(words) between 1 and 320),
  email text check (length(email) between 3 and 254 and email = lower(email)),
  -- again: invited already, and gets a new letter in place of the older one.
  fate text not null check (fate in ('new', 'again', 'member', 'suppressed', 'malformed', 'twice')),
  -- What came of it; null until then. changed: not as previewed any more, so it was left alone.
  outcome text check (outcome in ('invited', 'member', 'suppressed', 'changed')),
  undone text check (undone in ('withdrawn', 'accepted', 'changed')),
  -- The invitation, and the letter by which it is known that nobody sent it again since.
  invitation_id bigint,
  message_id bigint,
  primary key (portal_id, list_id, nth),
  foreign key (portal_id, list_id) references invitation_lists (portal_id, id) on delete cascade,
  foreign key (portal_id, invitation_id) references invitations (portal_id, id) on delete set null (invitation_id),
  constraint invitation_list_lines_email check ((fate = 'malformed') = (email is null))
);
create index invitation_list_lines_email on invitation_list_lines (portal_id, email) where email is not null;
create index invitation_list_lines_invitation on invitation_list_lines (portal_id, invitation_id) where invitation_id is not null;
select protect_portal_table('invitation_lists', 'select');
select protect_portal_table('invitation_list_lines', 'select');
grant insert, update, delete on invitation_lists, invitation_list_lines to stoa_people;
-- A letter that was not sent yet is not sent any more once its invitation is withdrawn.
grant update (state, reason, due_at, ended_at) on messages to stoa_people;
