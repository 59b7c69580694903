alter table passkey_challenges
-- The passkey that answered it. Its proof ends with it.
add column passkey_id uuid;

alter table idempotency_keys
-- The member whose request it was; null for a program's, and for those from before.
add column member_id uuid;
