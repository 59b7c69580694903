-- Of a person's e-mails, and of the console on a device where they have chosen none.

alter table people
  add column language text not null default 'en'
  constraint people_language_check check (language in ('en', 'hi'));
