import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import { assessedColumns, type AssessedRow } from "./assess-rows.ts";

/** Inserts a part of the assessed rows. */
export async function insertRows(
  db: Db,
  { batchId, tenantId }: { readonly batchId: string; readonly tenantId: string },
  rows: readonly AssessedRow[],
): Promise<void> {
  await sql`
    insert into batch_rows (batch_id, tenant_id, ${columnList(assessedColumns)})
    select ${batchId}::uuid, ${tenantId}::uuid, ${columnList(assessedColumns)}
    from ${unnestRows("added", assessedColumns, rows)}
  `.execute(db);
}

/** Writes rows that were assessed again. A confirmed name stays confirmed only in the same row. */
export async function writeRows(db: Tx, rows: readonly AssessedRow[]): Promise<void> {
  const isSame = sql`batch_rows.digest = after.digest`;
  await sql`
    update batch_rows set (${columnList(assessedColumns)}, name_confirmed_by, name_confirmed_at) = (
      select ${sql.raw(
        Object.keys(assessedColumns)
          .map((name) => `after.${name}`)
          .join(", "),
      )},
      case when ${isSame} then batch_rows.name_confirmed_by end,
      case when ${isSame} then batch_rows.name_confirmed_at end
    )
    from ${unnestRows("after", assessedColumns, rows)} where batch_rows.id = after.id
  `.execute(db);
}
