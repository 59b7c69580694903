-- When a super admin's roles last grew or the account was enabled again: only from then on do they
-- count as a second person. Null: from the day the account was added.
alter table people add column roles_since timestamptz;
