-- One spelling of a UTR in one column: without the rail's name, and digits without leading zeros.
-- `kernel/utr-key.ts` computes the same. The tables are rewritten and their indexes rebuilt: about a
-- minute for ten million deposits.
-- squawk-ignore-file require-concurrent-index-creation
-- squawk-ignore-file adding-field-with-default
-- squawk-ignore-file adding-required-field
-- squawk-ignore-file require-concurrent-index-deletion
-- squawk-ignore-file prefer-bigint-over-int
alter table deposits
add column utr_key text not null generated always as (
  regexp_replace(
    regexp_replace(
      utr_reference, '^(?:IMPS|UPI|MMT|RRN|UTR|P2A|P2M|P2P)+(0*[0-9]{12})$', '\1'
    ),
    '^0+([0-9]+)$', '\1'
  )
) stored,
-- 0 for every new deposit. Deposits that claimed one transfer in two spellings before this version
-- are numbered, so that the index can be built; the verification of the books lists them.
add column utr_twin integer not null default 0;

update deposits set utr_twin = twins.number - 1
from (
  select id, row_number() over (
    partition by utr_key order by status = 'completed' desc, created_at, id
  ) as number
  from deposits where status <> 'failed'
) as twins
where twins.id = deposits.id and twins.number > 1;

-- The rollups' trigger waits for the commit, and no index is built while it waits.
set constraints all immediate;
set constraints all deferred;

drop index deposits_utr_once;
create unique index deposits_utr_once on deposits (utr_key, utr_twin) where status <> 'failed';
drop index deposits_refused_utr;
create index deposits_refused_utr on deposits (utr_key) where status = 'failed';

alter table incoming_credits
add column utr_key text generated always as (
  regexp_replace(
    regexp_replace(
      utr_reference, '^(?:IMPS|UPI|MMT|RRN|UTR|P2A|P2M|P2P)+(0*[0-9]{12})$', '\1'
    ),
    '^0+([0-9]+)$', '\1'
  )
) stored,
-- The request that may be about the same transfer under another UTR.
add column similar_deposit_id uuid;

alter table incoming_credits
add constraint incoming_credits_similar foreign key (similar_deposit_id)
references deposits not valid;

drop index incoming_credits_utr;
create index incoming_credits_utr on incoming_credits (utr_key)
where state in ('suspense', 'returned', 'dismissed');
-- The review of a request looks for money of its amount on the tenant's virtual accounts.
create index incoming_credits_of_account
on incoming_credits (virtual_account_id, amount_paise, created_at)
where virtual_account_id is not null;
