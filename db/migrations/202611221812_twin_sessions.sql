-- Two pages of one browser may be signed in over at the same moment, each with the same old token. The second sign-in finds by that token the session that
-- the first one renewed, and is its twin: signing out ends both.
alter table sessions add column replaced_hash bytea, add column twin_of bigint;
create index sessions_replaced on sessions (portal_id, replaced_hash) where replaced_hash is not null;
