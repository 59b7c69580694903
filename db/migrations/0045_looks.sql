-- How often a payout's provider was asked and the claim then ended: by this the pause until it is
-- asked again grows. `attempts` counts every claim, also that of a worker that was killed with it.
alter table payouts add column looks integer not null default 0;
-- What is open goes on at its pace.
update payouts set looks = attempts where due_at is not null;
