import { sql } from "kysely";
import type { Db } from "../db.ts";

/** One thing that does not hold in the books, named so that a person can look at the row. */
export interface Fault {
  readonly rule: string;
  readonly where: string;
}

/**
 * Replays the books and names every fault: postings that don't sum to zero, a balance that
 * does not follow from the entry before, a wallet that differs from its last entries, held
 * money that differs from the open payouts. An empty list is a clean bill.
 */
export async function verifyBooks(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select 'every posting sums to zero' as rule, posting_id::text as where
    from ledger_entries group by posting_id having sum(amount_paise) <> 0
    union all
    select 'every balance follows from the entry before', wallet_id || ' entry ' || wallet_entry
    from (
      select wallet_id, wallet_entry, balance_after_paise,
        sum(amount_paise) over (partition by wallet_id, account order by wallet_entry) as replayed,
        row_number() over (partition by wallet_id order by wallet_entry) as expected_entry
      from ledger_entries where wallet_id is not null
    ) as entries
    where balance_after_paise <> replayed or wallet_entry <> expected_entry
    union all
    select 'every wallet equals the replay of its entries', wallets.id::text
    from wallets
    left join (
      select wallet_id,
        coalesce(sum(amount_paise) filter (where account = 'available'), 0) as available,
        coalesce(sum(amount_paise) filter (where account = 'held'), 0) as held,
        count(*) as entries
      from ledger_entries where wallet_id is not null group by wallet_id
    ) as replayed on replayed.wallet_id = wallets.id
    where (wallets.available_paise, wallets.held_paise, wallets.entry_count)
      is distinct from (coalesce(available, 0), coalesce(held, 0), coalesce(entries, 0))
    union all
    select 'held money equals the open payouts', wallets.id::text
    from wallets
    left join (
      select person_id, sum(amount_paise + fee_paise + gst_paise) as total
      from payouts where status in ('pending', 'processing') group by person_id
    ) as open on open.person_id = wallets.id
    where wallets.held_paise <> coalesce(open.total, 0)
    union all
    select 'every completed deposit is credited once, and no other', id::text
    from deposits
    full join (select * from ledger_postings where kind = 'credit') as credits
      on credits.subject_id = deposits.id
    where (deposits.status = 'completed') is distinct from (credits.subject_id is not null)
  `.execute(db);
  return rows;
}
