-- What a table is about: people, or results that they have from elsewhere (IMP-6).
alter table imports add column subject text not null default 'people' check (subject in ('people', 'results'));
