-- Who asked for a sign-off (EDT-14). The log is only added to, so this index costs nothing but at such a fact; one on the states of blocks would cost at each write.
create index commit_log_ready on commit_log (portal_id, attempt_id) where kind = 'ready';
