-- A provider's balance that our books don't explain is a difference that a person ends with a reason.
-- The new list of kinds contains the old one, so no row needs to be checked.
alter table reconciliation_differences
drop constraint reconciliation_differences_kind_check,
add constraint reconciliation_differences_kind_check check (
  kind in (
    'missing_here', 'missing_there', 'doubled', 'amount', 'status', 'utr', 'charge', 'balance'
  )
) not valid;
