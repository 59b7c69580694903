-- Nothing calls it since triggers write the changes of the rollups, which a worker compacts.
drop function if exists add_payout_shares(payout_share[]);
