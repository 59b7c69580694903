import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { ApiError } from "../../kernel/errors.ts";
import { digest } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import { checkStoredRow } from "./check-file-row.ts";
import { ended, storeBatch } from "./create-batch.ts";
import { assertCan, lockBatch, type StoredRow } from "./stored-batch.ts";

/**
 * Makes a draft of the rows of an ended batch that paid nobody: those that failed, and those that were
 * cancelled. One at a time: a later one has the rows that failed after the one before was made.
 * @returns its id.
 * @throws 404; 409 `BATCH_CHANGED`, `BATCH_EXISTS`, `TENANT_CLOSING`.
 */
export function retryBatch(
  tenant: Tenant,
  id: string,
  run: RunTransaction,
): Promise<{ id: string }> {
  return run(async (db) => {
    const parent = await lockBatch(db, tenant.tenantId, id);
    assertCan(parent, "retry");
    const last = await findRetry(db, tenant, id);
    if (last && !ended.has(last.state))
      throw new ApiError(409, "BATCH_EXISTS", "A retry of this batch is open. Open it instead.", {
        fields: { id: last.id },
      });
    const unpaid = await findUnpaid(db, id, last?.created_at);
    if (unpaid.length === 0)
      throw new ApiError(
        409,
        "BATCH_CHANGED",
        `No row of this batch failed or was cancelled${last ? " since it was retried" : ""}.`,
      );
    return storeBatch(db, tenant, {
      fileName: parent.file_name,
      fileHash: digest(["retry", parent.id, last?.id]),
      columns: parent.columns,
      repeatOf: null,
      parentId: parent.id,
      // Who prepared these rows before does not approve them now.
      preparedBy: parent.prepared_by,
      // A reason for a repeat was about that time.
      rows: unpaid.map((row) => checkStoredRow(row, { repeat_reason: undefined })),
    });
  });
}

/** The last retry of a batch that is open or paid something. */
function findRetry(db: Tx, { tenantId }: Tenant, parentId: string) {
  return db
    .selectFrom("payout_batches")
    .select(["id", "state", "created_at"])
    .where("tenant_id", "=", tenantId)
    .where("parent_id", "=", parentId)
    .where((eb) => eb.or([eb("state", "<>", "cancelled"), eb("started_at", "is not", null)]))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The rows of an ended batch that paid nobody; those whose payout failed after an instant, if given. */
async function findUnpaid(db: Tx, id: string, since: Date | undefined): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select batch_rows.* from batch_rows left join payouts on payouts.id = payout_id
    where batch_id = ${id}
      and (state in ('refused', 'cancelled') or payouts.status in ('failed', 'cancelled'))
      and ${since ? sql`coalesce(returned_at, finished_at) > ${since}` : sql`true`}
    order by number
  `.execute(db);
  return rows;
}
