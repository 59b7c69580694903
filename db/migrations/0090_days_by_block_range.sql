-- Reports over all tenants read the days of all wallets by this index. Rows are added in the order of
-- their days, so a block range index finds a period, and costs a payout nothing. The one before cost it
-- two entries.
-- squawk-ignore require-concurrent-index-creation
create index ledger_days_age on ledger_days using brin (day)
with (autosummarize = on, pages_per_range = 32);
-- squawk-ignore require-concurrent-index-deletion
drop index ledger_days_over_all;
