-- Both stand in announcements and announcement_receipts now.
alter table portals drop column announcement_html;
drop table announcement_reads;
