-- How an announcement is shown and sent (capabilities.md ANN-1, ANN-2): its place among others, how it comes to people, mail, and reminders of what is to be confirmed.
alter table announcements
  add column is_pinned boolean not null default false,
  add column is_important boolean not null default false,
  -- portal: as the portal's settings say; message: a short message over the page; dialog: it opens by itself.
  add column presence text not null default 'portal' check (presence in ('portal', 'message', 'dialog')),
  -- Whether the page waits until it is confirmed.
  add column blocks boolean not null default false,
  add column by_mail boolean not null default false,
  -- When those for whom it is were told by bell and mail; counts no more once everybody is asked again.
  add column told_at timestamptz,
  -- After how many days whoever has not confirmed it is reminded, once; null: nobody is.
  add column remind_days smallint check (remind_days between 1 and 30),
  -- When somebody asked for a reminder, and when one last went out.
  add column remind_asked_at timestamptz,
  add column reminded_at timestamptz,
  add constraint announcements_confirmed check (must_read or (not blocks and remind_days is null));
-- The worker looks for those of which people are still to be told, or reminded.
create index announcements_sent on announcements (portal_id, id) where status = 'published' and deleted_at is null and (by_mail or must_read);
