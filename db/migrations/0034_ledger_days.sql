-- What a wallet's postings of a kind came to on a day in Asia/Kolkata, kept in the statement that
-- writes them. Amounts in paise; what the wallet's accounts moved by has no sign.
-- squawk-ignore-file require-concurrent-index-creation
create table ledger_days (
  wallet_id uuid not null references wallets,
  day date not null,
  kind text not null,
  count bigint not null,
  total_paise bigint not null,
  provider_paise bigint not null,
  fee_paise bigint not null,
  gst_paise bigint not null,
  primary key (wallet_id, day, kind)
) with (fillfactor = 50);

create index ledger_days_over_all on ledger_days (day);

insert into ledger_days
select wallet, (at at time zone 'Asia/Kolkata')::date, kind, count(*),
  sum(greatest(abs(available), abs(held))), sum(provider), sum(fee), sum(gst)
from (
  select p.kind, p.created_at as at,
    (array_agg(e.wallet_id) filter (where e.wallet_id is not null))[1] as wallet,
    coalesce(sum(e.amount_paise) filter (where e.account = 'available'), 0) as available,
    coalesce(sum(e.amount_paise) filter (where e.account = 'held'), 0) as held,
    coalesce(sum(e.amount_paise) filter (where e.account = 'provider'), 0) as provider,
    coalesce(sum(e.amount_paise) filter (where e.account = 'fee_income'), 0) as fee,
    coalesce(sum(e.amount_paise) filter (where e.account = 'gst_payable'), 0) as gst
  from ledger_postings as p join ledger_entries as e on e.posting_id = p.id
  group by p.id
) as postings
where wallet is not null
group by 1, 2, 3;
