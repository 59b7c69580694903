-- Keeps the deposits' rollups at the commit. A constraint trigger can't be replaced, only dropped.
drop trigger if exists deposits_rollups on deposits;
create constraint trigger deposits_rollups
after insert or update on deposits
deferrable initially deferred
for each row execute function deposits_keep_rollups();
