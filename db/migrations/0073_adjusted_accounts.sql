-- The receiving account and the provider that an adjustment books on, and what adjustments moved with
-- a provider when its balance was read. Adjustments from before name neither.
-- squawk-ignore-file constraint-missing-not-valid, adding-foreign-key-constraint

alter table adjustments
add column receiving_account_id uuid references receiving_accounts,
add column adapter text,
add constraint adjustments_receiving_account check (
  receiving_account_id is null or 'bank' in (debit_account, credit_account)
),
add constraint adjustments_adapter check (
  adapter is null or 'provider' in (debit_account, credit_account)
);

alter table provider_balances add column adjusted_paise bigint not null default 0;
