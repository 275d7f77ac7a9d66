-- What the dashboards count: recent completions, and the few messages that did not go out.
create index completions_recent on completions (portal_id, completed_at);
create index messages_open on messages (portal_id, state) where state in ('waiting', 'failed', 'withheld', 'unclear');
