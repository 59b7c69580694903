import { sql } from "kysely";
import type { Db } from "../db.ts";

const atOnce = 5_000;

/**
 * Folds what statements have changed into the sums by adapter, so that there is little to read. One
 * statement takes changes away and adds them, so that whoever reads meanwhile counts each of them
 * once; and two workers at once pass over what the other is folding.
 */
export async function foldAdapterSums(db: Db): Promise<void> {
  while ((await foldSome(db)) === atOnce);
}

/** @returns how many changes were folded. */
async function foldSome(db: Db): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with folded as (
      delete from adapter_sum_changes
      where id = any(array(
        select id from adapter_sum_changes order by id limit ${atOnce} for update skip locked
      ))
      returning *
    ), kept as (
      insert into adapter_sums as kept
      select adapter, provider, sum(open_count), sum(success_count), sum(success_paise),
        sum(taken_paise), sum(charges_paise), sum(returned_paise)
      from folded group by adapter, provider order by adapter, provider
      on conflict (adapter, provider) do update set
        open_count = kept.open_count + excluded.open_count,
        success_count = kept.success_count + excluded.success_count,
        success_paise = kept.success_paise + excluded.success_paise,
        taken_paise = kept.taken_paise + excluded.taken_paise,
        charges_paise = kept.charges_paise + excluded.charges_paise,
        returned_paise = kept.returned_paise + excluded.returned_paise
    )
    select count(*)::int as folded from folded
  `.execute(db);
  return rows[0]?.folded ?? 0;
}
