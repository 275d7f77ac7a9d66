/**
 * SQL, asked on the connection that holds a lock: a row for each connection that waits for it. The list of all locks is
 * that of the whole server, where the databases of other tests have theirs.
 */
export const waitsForMe = "select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))";
