-- A payout whose outcome is open: since when a provider may have it, since when it has given no
-- clear answer, and whether somebody has proposed an outcome, so that nothing is sent any more.
alter table payouts
add column handed_at timestamptz,
add column unknown_since timestamptz,
add column held_at timestamptz;
