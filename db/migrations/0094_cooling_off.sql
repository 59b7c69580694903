-- How much an account can be paid within its first hours: part of a version of the approval policy.
-- Null: new accounts are paid like others.
alter table approval_policies
add column cooling_above_paise bigint,
add column cooling_hours integer,
add constraint approval_policies_cooling check (
  (cooling_above_paise is null) = (cooling_hours is null)
  and cooling_above_paise > 0 and cooling_hours between 1 and 720
) not valid;
