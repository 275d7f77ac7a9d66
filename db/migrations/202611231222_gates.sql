-- What a session has to do before anything else is a gate: a new password, or a second factor once the days for it are over (security.md 54).
-- Until when the person may go on without a second factor in this session, and of how many days the portal's rule was when they were asked. Null: not asked. Where rule or role
-- have changed since, the next request asks anew (features/auth/server/gate.ts).
alter table sessions add column factor_due_at timestamptz, add column factor_days integer, add check ((factor_due_at is null) = (factor_days is null));
