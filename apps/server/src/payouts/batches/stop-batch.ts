import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { ofTenants, type TenantChoice } from "../../database/tenant-choice.ts";
import { record } from "../../identity/audit/record.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import type { SuperAdmin, Tenant } from "../../kernel/person.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { continueBatch, notPaused } from "./start-batch.ts";
import { assertCan, lockOwnBatch, type StoredBatch } from "./stored-batch.ts";

/** Creates no further payouts until it is resumed. @throws 404; 409 `BATCH_CHANGED`. */
export function pauseBatch(person: Tenant, id: string): Promise<void> {
  return change(person, id, "pause", async (db) => {
    await db
      .updateTable("payout_batches")
      .set({
        state: "paused",
        pause_code: "PAUSED",
        pause_message: `Paused by ${person.member.name}.`,
        paused_at: now(),
        funds_place: null,
      })
      .where("id", "=", id)
      .execute();
  });
}

/** Goes on with a paused batch, or lets it wait for funds. @throws 404; 409 `BATCH_CHANGED`. */
export async function resumeBatch(person: Tenant, id: string): Promise<void> {
  await change(person, id, "resume", continueBatch);
  wakeWorker();
}

/**
 * Cancels the rows that have no payout yet. Closes the race with a worker, which locks the batch while
 * it creates payouts. @throws 404; 409 `BATCH_CHANGED`.
 */
export function cancelBatch(person: Tenant, id: string, reason: string): Promise<void> {
  const cancel = async (db: Tx) => void (await cancelRows(db, id, reason));
  return change(person, id, "cancel", cancel, reason);
}

/**
 * Cancels what is not ended of the batches of these tenants, or of all, as the product itself.
 * @returns how many.
 */
export function cancelBatchesOf(tenantIds: TenantChoice): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<{ id: string }>`
      select id from payout_batches
      where state in ('draft', 'awaiting_approval', 'running', 'paused') and ${ofTenants(tenantIds)}
      order by id for update
    `.execute(db);
    for (const { id } of rows)
      await cancelRows(db, id, "The installation was prepared for real money.");
    return rows.length;
  });
}

/**
 * Locks the batches of a tenant that have rows to pay and no person paused: those that run, that wait
 * for funds, or that a worker paused when the tenant became inactive. A worker locks batches before the
 * wallet, so the caller does too.
 */
export async function lockMovingBatches(db: Tx, tenantId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payout_batches
    where tenant_id = ${tenantId}
      and (
        state = 'running'
        or state = 'paused' and pause_code in ('INSUFFICIENT_BALANCE', 'ACCOUNT_INACTIVE')
      )
      and exists (select from batch_rows where batch_id = payout_batches.id and state = 'ready')
    order by id for update
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Cancels what is left of a tenant's locked batches, for a super admin, and tells the tenant. */
export async function cancelLockedBatches(
  db: Tx,
  admin: SuperAdmin,
  tenantId: string,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  for (const id of ids) {
    const { fileName, rows } = await cancelRows(db, id, reason);
    const count = rows === 1n ? "1 row was" : `${rows} rows were`;
    const detail = `${fileName}: cancelled when your account was reactivated; ${count} not paid. Reason: ${reason}`;
    await notify(db, [{ personId: tenantId, kind: "batch_finished", subjectId: id, detail }]);
    await record(db, {
      act: acts.cancel,
      by: admin,
      subject: { kind: "payout_batch", id },
      reason,
    });
  }
}

/** Goes on, for a super admin, with those locked batches that a worker paused as inactive. */
export async function resumeLockedBatches(
  db: Tx,
  admin: SuperAdmin,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await sql<StoredBatch>`
    select * from payout_batches
    where id = any(${ids}::uuid[]) and pause_code = 'ACCOUNT_INACTIVE' order by id
  `.execute(db);
  for (const batch of rows) {
    await continueBatch(db, batch);
    const subject = { kind: "payout_batch", id: batch.id } as const;
    await record(db, { act: acts.resume, by: admin, subject });
  }
}

/** @returns how many rows it cancelled, and the file's name. */
async function cancelRows(db: Tx, id: string, reason: string) {
  const { numUpdatedRows } = await db
    .updateTable("batch_rows")
    .set({ state: "cancelled" })
    .where("batch_id", "=", id)
    .where("state", "in", ["ready", "wrong"])
    .executeTakeFirst();
  const { file_name: fileName } = await db
    .updateTable("payout_batches")
    .set({
      state: "cancelled",
      ended_at: now(),
      cancel_reason: reason,
      funds_place: null,
      ...notPaused,
    })
    .where("id", "=", id)
    .returning("file_name")
    .executeTakeFirstOrThrow();
  return { rows: numUpdatedRows, fileName };
}

const acts = {
  pause: "payout_batch.paused",
  resume: "payout_batch.resumed",
  cancel: "payout_batch.cancelled",
} as const;

function change(
  person: Tenant,
  id: string,
  act: keyof typeof acts,
  work: (db: Tx, batch: StoredBatch) => Promise<void>,
  reason?: string,
): Promise<void> {
  return transaction(async (db) => {
    const batch = await lockOwnBatch(db, person, id);
    assertCan(batch, act);
    await work(db, batch);
    // A batch that is cancelled may have waited for approval.
    await publishChange(db, [person.tenantId], ["payouts", "requests"]);
    await record(db, {
      act: acts[act],
      by: person,
      subject: { kind: "payout_batch", id },
      reason,
    });
  });
}
