-- When a member left by their own choice: only a new invitation that they accept brings them back.
-- Null while they belong to the business, and for members whom an owner disabled.
alter table memberships
add column left_at timestamptz,
add constraint memberships_left_are_disabled check (
  left_at is null or disabled_at is not null
) not valid;
