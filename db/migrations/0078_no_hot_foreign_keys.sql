-- A payout checked 16 foreign keys, each with a statement and most with a lock in the write-ahead log.
-- The statements that write these rows read the ids from rows that they hold locked, rows that these
-- keys point to are never deleted, and every verification reports a row whose posting, wallet, payout
-- or tenant is missing.
-- The wallets are locked first, as a batch of payouts does: then no batch holds the other tables.
lock table wallets in access exclusive mode;

alter table ledger_entries
drop constraint ledger_entries_posting_id_fkey,
drop constraint ledger_entries_wallet_id_fkey;

alter table ledger_days drop constraint ledger_days_wallet_id_fkey;

alter table payouts drop constraint payouts_person_id_fkey;

alter table payout_sums drop constraint payout_sums_person_id_fkey;

alter table payout_day_parts drop constraint payout_day_parts_person_id_fkey;

alter table payout_failure_days drop constraint payout_failure_days_person_id_fkey;

alter table payout_events drop constraint payout_events_payout_id_fkey;
