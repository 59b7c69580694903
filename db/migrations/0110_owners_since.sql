alter table memberships
-- When the member's roles last grew or the membership was enabled again: only from then on do they
-- count as a second owner. Null: from the day they joined.
add column roles_since timestamptz,
-- When the member was last disabled or demoted as an owner: for the waiting time after it, the others
-- can't act as if there had been no such owner. Null: never.
add column owner_until timestamptz;

update memberships set owner_until = disabled_at
where disabled_at is not null and 'owner' = any(roles);
