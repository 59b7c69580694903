-- A first approval in a batch above its limit: its author can't give the second one alone either.
alter table deposits
add column first_approval_in_bulk boolean not null default false;
