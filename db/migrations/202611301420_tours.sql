-- The roles whose tour somebody has been offered (capabilities.md HELP-2). Whoever is here already has found their way.
alter table users add column tours text[] not null default '{Student,Author,Manager,Admin,System}'
  check (tours <@ array['Student', 'Author', 'Manager', 'Admin', 'System']);
alter table users alter column tours set default '{}';
grant select (tours), update (tours) on users to stoa_app;
grant select (tours) on users to stoa_people;
