import { sql } from "kysely";
import type { Db } from "../database/db.ts";

const batchRows = 5_000;

/**
 * Adds the recorded changes to the rollups by adapter, so that reads stay short. One statement
 * deletes and adds changes, so that every read counts each change once. Two workers at the same
 * time skip each other's rows.
 */
export async function compactAdapterRollups(db: Db): Promise<void> {
  while ((await compactBatch(db)) === batchRows);
}

/** @returns the number of changes. */
async function compactBatch(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    with changes as (
      delete from adapter_rollup_changes
      where id = any(array(
        select id from adapter_rollup_changes order by id limit ${batchRows} for update skip locked
      ))
      returning *
    ), added as (
      insert into adapter_rollups as stored
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
  `.execute(db);
  return rows[0]?.changes ?? 0;
}
