-- The key of the program that made a batch; null for a person's.
alter table payout_batches add column api_key_id uuid;
