-- What a provider says of a payout beyond what we make of it: its own word for the state, for its
-- support desk, and what it takes from us for the transfer.
alter table payouts
add column provider_raw_state text,
add column provider_fee_paise bigint,
add column provider_tax_paise bigint;
