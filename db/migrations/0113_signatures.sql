-- Acts about money are signed as requests: their own codes and challenges end. Both live minutes.
delete from one_time_codes where purpose in ('credential', 'decision', 'own_money');
delete from passkey_challenges where purpose in ('decision', 'own_money');

alter table one_time_codes
drop constraint one_time_codes_purpose_check,
add constraint one_time_codes_purpose_check check (
  purpose in ('sign_in', 'payout', 'proposal', 'step_up', 'passkey', 'approval')
) not valid;

alter table passkey_challenges
drop constraint passkey_challenges_purpose_check,
add constraint passkey_challenges_purpose_check check (
  purpose in ('register', 'sign_in', 'passkey', 'payout', 'proposal', 'step_up', 'approval')
) not valid;
