import { sql, type RawBuilder } from "kysely";
import type { Db } from "../database/db.ts";

/**
 * Adds the recorded changes to the rollups of payouts and of adapters, so that reads stay short.
 * Without a worker they stay exact, but grow with the changes. Each statement deletes and adds
 * changes, so that every read counts each change once. Two workers at the same time skip each
 * other's changes.
 */
export async function compactRollups(db: Db): Promise<void> {
  for (const { rows, compact } of compactions) while ((await count(db, compact)) === rows);
}

/** @returns the number of changes. */
async function count(db: Db, compact: RawBuilder<{ changes: number }>): Promise<number> {
  const { rows } = await compact.execute(db);
  return rows[0]?.changes ?? 0;
}

/** Takes up to this many changes. */
const take = (table: string, rows: number) => sql`
  delete from ${sql.table(table)}
  where id = any(array(
    select id from ${sql.table(table)} order by id limit ${rows} for update skip locked
  ))
  returning *
`;

/** A row of `payout_sum_changes` is the change of a statement, of up to some hundred payouts. */
const payoutRows = 100;
const adapterRows = 5_000;

const compactions = [
  {
    rows: payoutRows,
    compact: sql<{ changes: number }>`
      with changes as (${take("payout_sum_changes", payoutRows)}), added as materialized (
        select add_payout_shares(array_agg(share))
        from changes cross join lateral unnest(shares) as share
      )
      select (select count(*) from changes)::int as changes from added
    `,
  },
  {
    rows: adapterRows,
    compact: sql<{ changes: number }>`
      with changes as (${take("adapter_sum_changes", adapterRows)}), added as (
        insert into adapter_sums as stored
        select adapter, provider, sum(open_count), sum(success_count), sum(success_paise),
          sum(taken_paise), sum(charges_paise), sum(returned_paise)
        from changes group by adapter, provider order by adapter, provider
        on conflict (adapter, provider) do update set
          open_count = stored.open_count + excluded.open_count,
          success_count = stored.success_count + excluded.success_count,
          success_paise = stored.success_paise + excluded.success_paise,
          taken_paise = stored.taken_paise + excluded.taken_paise,
          charges_paise = stored.charges_paise + excluded.charges_paise,
          returned_paise = stored.returned_paise + excluded.returned_paise
      )
      select count(*)::int as changes from changes
    `,
  },
] as const;
