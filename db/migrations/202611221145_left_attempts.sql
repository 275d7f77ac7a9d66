-- The newest opening of an attempt that its page has said goodbye to: whoever comes back after that finds nothing open (features/progress).
alter table attempt_states add column left_epoch integer not null default 0;
