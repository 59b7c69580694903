import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { findSharedAccounts } from "../account-warnings.ts";
import { contentOf, type StoredBatch, type StoredRow } from "./stored-batch.ts";

/** A file with more rows to shared accounts is compared up to here. */
const rowsMax = 5_000;

/**
 * The ready rows of a batch that is not started whose account another one has under another name or with another IFSC.
 * @returns a sentence for each line.
 */
export async function findAccountConflicts(
  db: Db,
  batch: Pick<StoredBatch, "id" | "state">,
): Promise<ReadonlyMap<number, string>> {
  if (batch.state !== "draft" && batch.state !== "awaiting_approval") return new Map();
  const { rows } = await sql<Pick<StoredRow, "id" | "number" | "content_sealed">>`
    select id, number, content_sealed from batch_rows
    where batch_id = ${batch.id} and state = 'ready' and method = 'imps' and destination_hash in (
      select destination_hash from batch_rows
      where batch_id = ${batch.id} and state = 'ready' and method = 'imps'
      group by destination_hash having count(*) > 1
    )
    order by number limit ${rowsMax}
  `.execute(db);
  return findSharedAccounts(
    rows.flatMap((row) => {
      const { order } = contentOf(row);
      if (order?.method !== "imps") return [];
      return [{ line: row.number, name: order.beneficiary_name, account: order }];
    }),
  );
}
