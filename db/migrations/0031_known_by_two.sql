-- A table of some days' rows, in which nobody is the first of anything yet.
-- squawk-ignore-file adding-foreign-key-constraint

-- A provider that contradicts an end of ours: two different people call it known. This is the first.
alter table reconciliation_differences
add column first_by uuid references people,
add column first_at timestamptz,
add column first_reason text,
add constraint reconciliation_differences_first_whole check (
  num_nulls(first_by, first_at, first_reason) in (0, 3)
) not valid,
add constraint reconciliation_differences_two_people check (
  state <> 'known' or first_by is null or first_by <> ended_by
) not valid;
