import pg from "pg";

const rowsPerStatement = 64;

/*
 * Payouts of one wallet with the rows, indexes, triggers and checks of the product, 64 in each
 * statement and transaction, straight on PostgreSQL: nothing is checked, encrypted or decided.
 */
const statements = [
  `create temp table next_payouts as
     select n, uuidv7() as payout, uuidv7() as posting from generate_series(1, ${rowsPerStatement}) as n`,
  `create temp table moved as with moved as (
     update wallets set available_paise = available_paise - ${rowsPerStatement} * 790,
       held_paise = held_paise + ${rowsPerStatement} * 790,
       entry_count = entry_count + 2 * ${rowsPerStatement}, updated_at = now()
     where id = $1 returning available_paise as available, held_paise as held, entry_count as entries
   ) select * from moved`,
  `insert into ledger_postings select posting, 'hold', payout, now(), $1 from next_payouts`,
  `insert into ledger_entries
     select posting, 1, 'available', $1::uuid, -790, available + (${rowsPerStatement} - n) * 790,
       entries - 2 * ${rowsPerStatement} + 2 * n - 1, now(), $1::uuid from next_payouts, moved
     union all
     select posting, 2, 'held', $1, 790, held - (${rowsPerStatement} - n) * 790,
       entries - 2 * ${rowsPerStatement} + 2 * n, now(), $1 from next_payouts, moved`,
  `insert into ledger_days as existing values
     ($1, (now() at time zone 'Asia/Kolkata')::date, 'hold', ${rowsPerStatement},
       ${rowsPerStatement} * 790, 0, 0, 0)
   on conflict (wallet_id, day, kind) do update set
     count = existing.count + excluded.count, total_paise = existing.total_paise + excluded.total_paise`,
  `insert into payouts (id, tenant_id, reference_id, method, beneficiary_name, destination_encrypted,
     destination_hash, destination_end, ifsc_code, bank_name, amount_paise, fee_paise, gst_paise,
     provider, idempotency_key, order_digest, due_at, created_at, updated_at)
   select payout, $1, upper(right(replace(payout::text, '-', ''), 20)), 'imps', 'Bench Beneficiary',
     decode(repeat('5e', 45), 'hex'), decode(repeat('a5', 32), 'hex'), '6789', 'HDFC0000001',
     'HDFC Bank', 200, 500, 90, 'primary', payout::text, decode(repeat('a5', 32), 'hex'),
     now(), now(), now() from next_payouts`,
  `drop table next_payouts, moved`,
] as const;

/** @returns payouts per second. */
export async function runBatchReference(
  url: string,
  walletId: string,
  count: number,
): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const started = performance.now();
    for (let done = 0; done < count; done += rowsPerStatement) {
      await client.query("begin");
      for (const text of statements)
        await client.query(text, text.includes("$1") ? [walletId] : []);
      await client.query("commit");
    }
    return (count * 1_000) / (performance.now() - started);
  } finally {
    await client.end();
  }
}
