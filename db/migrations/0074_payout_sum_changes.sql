-- What statements changed in the rollups of payouts, until a worker adds it to them. Appending takes
-- a fraction of the time of updating the rollups of each wallet, and waits for nobody.
create table payout_sum_changes (
  id bigint generated always as identity primary key,
  shares payout_share[] not null
);

-- A batch of 64 payouts is too large for a row; compressing it costs more than writing it.
alter table payout_sum_changes alter column shares set storage external;
