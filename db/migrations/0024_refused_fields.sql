-- What a refusal says about single fields, such as the id of the payout that has the reference already:
-- a repeat gets it again.
alter table refused_payout_keys add column fields jsonb not null default '{}';
