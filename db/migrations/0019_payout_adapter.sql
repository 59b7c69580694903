-- Which adapter a payout was handed to: written when it is claimed for the first time, because the
-- adapter behind a rail is a setting now. Null before that, and for those that ended earlier.
alter table payouts add column adapter text;

-- Until now there was one adapter, and only open payouts are still asked about.
update payouts set adapter = 'sandbox' where status = 'processing';
