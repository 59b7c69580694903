import { hash } from "node:crypto";
import type { BatchColumns, BatchUnclear } from "@rokad/contract/batch-columns";
import { describeUnclear } from "@rokad/contract/imported-file";
import { sql } from "kysely";
import { database, type Db, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { now } from "../../kernel/clock.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { ApiError, invalidInput, tenantClosing } from "../../kernel/errors.ts";
import { digest, newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import { checkStoredRow, type CheckedRow } from "./check-file-row.ts";
import { isNoPayeeAccount } from "../payee-column-words.ts";
import { readBatchFile } from "./read-batch-file.ts";
import { assessInParts } from "./assess-rows.ts";
import { hashContent, readBatch, type StoredRow } from "./stored-batch.ts";
import { insertRows } from "./write-rows.ts";

interface BatchFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

/**
 * The columns of a file: those of its template, of the last file with its header, or recognised by its
 * words.
 * @throws 422 `FILE_UNREADABLE`; 429 `FILES_BUSY`.
 */
export async function previewBatch(tenant: Tenant, { bytes }: BatchFile) {
  const { kind, header, guess, notes, rowCount, sample } = await readBatchFile(tenant.tenantId, {
    bytes,
  });
  const known = guess.template === null ? await findKnownColumns(tenant, header) : undefined;
  return {
    kind,
    row_count: rowCount,
    template: guess.template,
    header: [...header],
    columns: known ?? guess.places,
    unclear: known ? {} : guess.unclear,
    notes: [...notes],
    sample: sample.map(({ line, cells }) => ({ line, cells: [...cells] })),
  };
}

/** The columns of the last file with this header, unless their account is the payer's by its name. */
async function findKnownColumns(tenant: Tenant, header: readonly string[]) {
  const known = await database()
    .selectFrom("batch_columns")
    .select("columns")
    .where("tenant_id", "=", tenant.tenantId)
    .where("header_hash", "=", digest(header))
    .executeTakeFirst();
  const columns = known?.columns as BatchColumns | undefined;
  const account = header[columns?.account_number ?? -1];
  return account !== undefined && isNoPayeeAccount(account) ? undefined : columns;
}

/**
 * Stores a file as a draft with each row assessed, and the columns for the next file with its
 * header. A file is one batch, also when several people upload it.
 * @returns its id.
 * @throws 400 without a column for the account if two fit equally; 409 `BATCH_EXISTS`,
 *   `TENANT_CLOSING`; as `previewBatch`.
 */
export async function createBatch(
  tenant: Tenant,
  { fileName, bytes }: BatchFile,
  { columns, repeatOf }: { readonly columns: BatchColumns; readonly repeatOf?: string | undefined },
  run: RunTransaction,
): Promise<{ id: string }> {
  const { rows, header, guess } = await readBatchFile(tenant.tenantId, { bytes, columns });
  assertAccountChosen(columns, guess.unclear, header);
  return run(async (db) => {
    const { id } = await storeBatch(db, tenant, {
      fileName,
      fileHash: hash("sha256", bytes, "buffer"),
      columns,
      repeatOf: repeatOf ?? null,
      parentId: null,
      rows: rows ?? [],
    });
    // What a program chooses is no preset for people.
    if (tenant.apiKey) return { id };
    await db
      .insertInto("batch_columns")
      .values({
        tenant_id: tenant.tenantId,
        header_hash: digest(header),
        columns: JSON.stringify(columns),
        changed_at: now(),
      })
      .onConflict((conflict) =>
        conflict
          .columns(["tenant_id", "header_hash"])
          .doUpdateSet({ columns: JSON.stringify(columns), changed_at: now() }),
      )
      .execute();
    return { id };
  });
}

/** Without it, the rows would pay saved beneficiaries by their names. */
function assertAccountChosen(
  columns: BatchColumns,
  unclear: BatchUnclear,
  header: readonly string[],
): void {
  const message = describeUnclear(unclear.account_number, header);
  if (message && columns.account_number === undefined)
    throw invalidInput({ "columns.account_number": message });
}

/**
 * Makes a draft of all rows of a batch again, for a due day of its schedule. A reason for a repeat was
 * about that day, so it is left out.
 * @param due there is one batch for a schedule and a day.
 * @returns its id.
 * @throws 409 `TENANT_CLOSING`.
 */
export async function prepareAgain(
  db: Tx,
  maker: Tenant,
  id: string,
  due: { readonly scheduleId: string; readonly dueOn: string },
): Promise<{ id: string }> {
  const source = await readBatch(db, maker.tenantId, id);
  const { rows } = await sql<StoredRow>`
    select * from batch_rows where batch_id = ${id} and state <> 'removed' order by number
  `.execute(db);
  return storeBatch(db, maker, {
    fileName: source.file_name,
    fileHash: digest(["schedule", due.scheduleId, due.dueOn]),
    scheduleId: due.scheduleId,
    columns: source.columns,
    repeatOf: null,
    parentId: null,
    // Who wrote these rows does not approve them, whichever person the schedule acts for.
    preparedBy: source.prepared_by,
    rows: rows.map((row) => checkStoredRow(row, { repeat_reason: undefined })),
  });
}

interface NewBatch {
  readonly fileName: string;
  readonly fileHash: Buffer;
  readonly columns: BatchColumns;
  readonly repeatOf: string | null;
  readonly parentId: string | null;
  /** The schedule that prepares it. */
  readonly scheduleId?: string;
  /** Who prepared its rows, beside the person who makes it. */
  readonly preparedBy?: readonly string[];
  readonly rows: readonly CheckedRow[];
}

/** @throws 409 `BATCH_EXISTS`, `TENANT_CLOSING`. */
export async function storeBatch(db: Tx, tenant: Tenant, batch: NewBatch): Promise<{ id: string }> {
  if ((await findClosing(db, [tenant.tenantId])).has(tenant.tenantId)) throw tenantClosing();
  const { fileHash, repeatOf } = batch;
  // Closes the race between two uploads of one file: the second waits, and finds the first.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`batch ${tenant.tenantId} ${fileHash.toString("hex")}`}, 0))
  `.execute(db);
  await assertNew(db, tenant, fileHash, repeatOf);
  const id = newId();
  await db
    .insertInto("payout_batches")
    .values({
      id,
      tenant_id: tenant.tenantId,
      maker_id: tenant.member.id,
      prepared_by: [...new Set([...(batch.preparedBy ?? []), tenant.member.id])],
      api_key_id: tenant.apiKey?.id ?? null,
      file_name: batch.fileName,
      file_hash: fileHash,
      columns: JSON.stringify(batch.columns),
      parent_id: batch.parentId,
      repeat_of: repeatOf,
      state: "draft",
      account_checks: batch.scheduleId || tenant.apiKey ? "optional" : "due",
      created_at: now(),
    })
    .execute();
  for await (const part of assessInParts(db, tenant, id, batch.rows))
    await insertRows(db, { batchId: id, tenantId: tenant.tenantId }, part);
  const contentHash = await hashContent(db, { id, revision: 1 });
  await db
    .updateTable("payout_batches")
    .set({ content_hash: contentHash })
    .where("id", "=", id)
    .execute();
  await publishChange(db, [tenant.tenantId], ["payouts"]);
  await record(db, {
    act: "payout_batch.created",
    by: batch.scheduleId ? null : tenant,
    subject: { kind: "payout_batch", id },
    after: {
      file: batch.fileName,
      rows: batch.rows.length,
      parent: batch.parentId,
      ...(batch.scheduleId && { schedule: batch.scheduleId }),
    },
  });
  return { id };
}

/** @throws 409 `BATCH_EXISTS` unless the file is new, or repeats the newest batch of it, which ended. */
async function assertNew(db: Db, tenant: Tenant, fileHash: Buffer, repeatOf: string | null) {
  const before = await db
    .selectFrom("payout_batches")
    .innerJoin("people", "people.id", "maker_id")
    .select(["payout_batches.id", "state", "name", "payout_batches.created_at"])
    .where("tenant_id", "=", tenant.tenantId)
    .where("file_hash", "=", fileHash)
    .where((eb) => eb.or([eb("state", "<>", "cancelled"), eb("started_at", "is not", null)]))
    .orderBy("payout_batches.id", "desc")
    .executeTakeFirst();
  if (!before && repeatOf !== null)
    throw invalidInput({ repeat_of: "Name the last batch of this file" });
  if (!before || before.id === repeatOf) {
    if (!before || ended.has(before.state)) return;
  }
  const what = `${before.name} uploaded this file on ${dateTimeInIndia(before.created_at)}.`;
  const isEnded = ended.has(before.state);
  throw new ApiError(
    409,
    "BATCH_EXISTS",
    isEnded
      ? `${what} Its rows were paid or cancelled. Pay it again only if they are due again.`
      : `${what} Open that batch instead.`,
    { fields: { id: before.id, ...(isEnded && { repeat_of: before.id }) } },
  );
}

export const ended: ReadonlySet<string> = new Set(["finished", "cancelled"]);
