-- Which APP_SECRET a process has, by a name that tells nothing of it: servers with different ones
-- would refuse each other's sessions and payout codes. Empty for those of an earlier version.
alter table processes add column secret_name text not null default '';
