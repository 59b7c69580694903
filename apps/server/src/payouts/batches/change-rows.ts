import type { BatchField } from "@rokad/contract/batch-columns";
import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { invalidInput } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import { checkStoredRow, type CheckedRow } from "./check-file-row.ts";
import { confirmNames } from "./confirm-names.ts";
import { assessRows } from "./assess-rows.ts";
import {
  assertCan,
  batchChanged,
  hashContent,
  lockOwnBatch,
  type StoredBatch,
  type StoredRow,
} from "./stored-batch.ts";
import { writeRows } from "./write-rows.ts";

/**
 * The fields that a person replaces in a row, whether it is removed, and whether it is paid under the
 * entered name although the bank has another one.
 */
export interface RowChange {
  readonly number: number;
  readonly fields?: Readonly<Partial<Record<BatchField, string | undefined>>> | undefined;
  readonly is_removed?: boolean | undefined;
  readonly confirms_name?: boolean | undefined;
}

/**
 * Corrects rows of a draft and assesses them again. The file stays as it was uploaded.
 * @returns the batch with the revision of this change.
 * @throws 400 for a line that the batch lacks, or a name that does not differ; 404; 409
 *   `BATCH_CHANGED`.
 */
export async function changeRows(
  tenant: Tenant,
  id: string,
  { revision, changes }: { readonly revision: number; readonly changes: readonly RowChange[] },
): Promise<StoredBatch> {
  return transaction(async (db) => {
    const batch = await lockOwnBatch(db, tenant, id);
    assertCan(batch, "correct");
    if (batch.revision !== revision)
      throw batchChanged("Another person changed this batch. Check the rows again.");
    const changed = await replaceRows(db, tenant, batch, changes);
    await addPreparer(db, tenant, id);
    await publishChange(db, [tenant.tenantId], ["payouts"]);
    return changed;
  });
}

/**
 * Assesses all rows of a locked draft again: fee, providers and beneficiaries may have changed since.
 * @returns the batch, with a new revision if any row changed.
 */
export async function assessAgain(
  db: Tx,
  tenant: Tenant,
  batch: StoredBatch,
): Promise<StoredBatch> {
  const { rows } = await sql<StoredRow>`
    select * from batch_rows where batch_id = ${batch.id} and state <> 'removed' order by number
  `.execute(db);
  const checked = rows.map((row) => checkStoredRow(row));
  const idOf = new Map(rows.map((row) => [row.number, row.id]));
  const digestOf = new Map(rows.map((row) => [row.number, row.digest?.toString("hex")]));
  const assessed = await assessRows(db, tenant, batch.id, checked, (at) => idOf.get(at) ?? "");
  const changed = assessed.filter(
    (row) => row.digest?.toString("hex") !== digestOf.get(row.number ?? 0),
  );
  if (changed.length === 0) return batch;
  await writeRows(db, changed);
  return nextRevision(db, batch);
}

async function replaceRows(
  db: Tx,
  tenant: Tenant,
  batch: StoredBatch,
  changes: readonly RowChange[],
): Promise<StoredBatch> {
  const changeOf = new Map(changes.map((change) => [change.number, change]));
  const { rows } = await sql<StoredRow>`
    select * from batch_rows
    where batch_id = ${batch.id} and number = any(${[...changeOf.keys()]}::int[]) order by number
  `.execute(db);
  const missing = [...changeOf.keys()].find((at) => !rows.some(({ number }) => number === at));
  if (missing !== undefined)
    throw invalidInput({ changes: `This batch has no row of line ${missing}` });
  const checked = rows.map((row): CheckedRow => {
    const change = changeOf.get(row.number);
    const again = checkStoredRow(row, change?.fields);
    return { ...again, isRemoved: change?.is_removed ?? again.isRemoved };
  });
  const idOf = new Map(rows.map((row) => [row.number, row.id]));
  const assessed = await assessRows(db, tenant, batch.id, checked, (at) => idOf.get(at) ?? "");
  await writeRows(db, assessed);
  const confirmations = changes.flatMap(({ number, confirms_name: confirms }) =>
    confirms === undefined ? [] : [[number, confirms] as const],
  );
  await confirmNames(db, tenant, rows, new Map(confirmations));
  const hasUnchecked = assessed.some(({ account_check: check }) => check === "unchecked");
  if (hasUnchecked && changes.some(({ fields }) => fields)) await resumeDue(db, batch);
  return nextRevision(db, batch);
}

/** An account that a person entered after the checks stopped is checked first. */
async function resumeDue(db: Tx, { id }: StoredBatch): Promise<void> {
  await db
    .updateTable("payout_batches")
    .set({ account_checks: "due", account_checks_reason: null })
    .where("id", "=", id)
    .where("account_checks", "=", "stopped")
    .execute();
}

/** Records that this person prepared the batch, so does not approve it. */
export async function addPreparer(db: Tx, { member }: Tenant, id: string): Promise<void> {
  await sql`
    update payout_batches set prepared_by = prepared_by || ${member.id}::uuid
    where id = ${id} and not prepared_by @> array[${member.id}::uuid]
  `.execute(db);
}

/** Gives a batch its next revision: the approvals and the hash of the one before no longer count. */
export async function nextRevision(db: Tx, batch: StoredBatch): Promise<StoredBatch> {
  const revision = batch.revision + 1;
  const hash = await hashContent(db, { id: batch.id, revision });
  await db
    .updateTable("payout_batches")
    .set({ revision, content_hash: hash })
    .where("id", "=", batch.id)
    .execute();
  return { ...batch, revision, content_hash: hash };
}
