-- From when on payouts have events: always, where none is older than the events.
update event_numbering set since = '-infinity' where not exists (select from payouts);
