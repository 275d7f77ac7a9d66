-- A batch has as many seats as codes exist, none before the first is made (features/codes/jobs/make-codes.ts).
alter table authorization_codes drop constraint authorization_codes_seats_check;
alter table authorization_codes add constraint authorization_codes_seats_check check (seats between 0 and 1000000);
