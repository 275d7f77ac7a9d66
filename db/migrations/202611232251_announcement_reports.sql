-- The report of an announcement follows when people opened and confirmed it.
create index announcement_receipts_read on announcement_receipts (portal_id, announcement_id, read_at, user_id);
create index announcement_receipts_confirmed on announcement_receipts (portal_id, announcement_id, confirmed_at, user_id) where confirmed_at is not null;
