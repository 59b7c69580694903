-- Changes for two super admins and new passkeys are signed as requests: their own codes and
-- challenges end. Both live minutes.
delete from one_time_codes where purpose in ('proposal', 'passkey');
delete from passkey_challenges where purpose in ('proposal', 'passkey');

alter table one_time_codes
drop constraint one_time_codes_purpose_check,
add constraint one_time_codes_purpose_check check (
  purpose in ('sign_in', 'payout', 'step_up', 'approval')
) not valid;

alter table passkey_challenges
drop constraint passkey_challenges_purpose_check,
add constraint passkey_challenges_purpose_check check (
  purpose in ('register', 'sign_in', 'payout', 'step_up', 'approval')
) not valid;
