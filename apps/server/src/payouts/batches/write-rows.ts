import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import { rehearsedColumns, type RehearsedRow } from "./rehearse-rows.ts";

/** Inserts a part of the rehearsed rows. */
export async function insertRows(
  db: Db,
  { batchId, tenantId }: { readonly batchId: string; readonly tenantId: string },
  rows: readonly RehearsedRow[],
): Promise<void> {
  await sql`
    insert into batch_rows (batch_id, tenant_id, ${columnList(rehearsedColumns)})
    select ${batchId}::uuid, ${tenantId}::uuid, ${columnList(rehearsedColumns)}
    from ${unnestRows("added", rehearsedColumns, rows)}
  `.execute(db);
}

/** Writes rows that were rehearsed again. A confirmed name stays confirmed only in the same row. */
export async function writeRows(db: Tx, rows: readonly RehearsedRow[]): Promise<void> {
  const isSame = sql`batch_rows.digest = after.digest`;
  await sql`
    update batch_rows set (${columnList(rehearsedColumns)}, name_confirmed_by, name_confirmed_at) = (
      select ${sql.raw(
        Object.keys(rehearsedColumns)
          .map((name) => `after.${name}`)
          .join(", "),
      )},
      case when ${isSame} then batch_rows.name_confirmed_by end,
      case when ${isSame} then batch_rows.name_confirmed_at end
    )
    from ${unnestRows("after", rehearsedColumns, rows)} where batch_rows.id = after.id
  `.execute(db);
}
