-- Which adapter a payout was handed to: written when it is claimed for the first time, because the
-- adapter behind a rail is a setting now. Until now there was only one; the default stays with the
-- rows that are here, without any of them being written anew, and is for no later one.
alter table payouts add column adapter text default 'sandbox';
alter table payouts alter column adapter drop default;
