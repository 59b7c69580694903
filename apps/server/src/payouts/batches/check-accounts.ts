import { sql } from "kysely";
import * as z from "zod/mini";
import { database, transaction, type Db, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { ProviderId } from "../../providers/provider.ts";
import { enqueueJob } from "../../worker/jobs/enqueue-job.ts";
import type { JobHandler } from "../../worker/jobs/job.ts";
import { checkAccount, type AccountCheckResult } from "../account-checks/check-account.ts";
import { destinationOf } from "../account-checks/check-beneficiary.ts";
import { nextRevision } from "./change-rows.ts";
import { checkStoredRow } from "./check-file-row.ts";
import { assessRows } from "./assess-rows.ts";
import {
  assertCan,
  contentOf,
  lockBatch,
  lockOwnBatch,
  type StoredBatch,
  type StoredRow,
} from "./stored-batch.ts";
import { writeRows } from "./write-rows.ts";

/** Banks are asked about so many accounts of a batch at once. */
const rowsAtOnce = 8;
const waitMs = 20_000;
const payload = z.object({ batch_id: z.string() });

type Payer = Pick<Tenant, "tenantId" | "allowedProviders">;

/**
 * Starts the checks of a draft's new accounts, or goes on where they stopped. The request does not
 * wait for them. Does nothing while they run, or with nothing left.
 * @throws 403 for a program and a person's batch; 404; 409 `BATCH_CHANGED`.
 */
export async function startAccountChecks(person: Tenant, id: string): Promise<void> {
  await transaction(async (db) => {
    const batch = await lockOwnBatch(db, person, id);
    assertCan(batch, "correct");
    if (await areChecksRunning(db, batch)) return;
    if ((await selectUnchecked(db, id, 1)).length === 0) return;
    const job = await enqueueJob(db, {
      kind: "check_batch_accounts",
      payload: { batch_id: id },
      by: person,
    });
    await db
      .updateTable("payout_batches")
      .set({ account_checks: "running", account_checks_job: job, account_checks_reason: null })
      .where("id", "=", id)
      .execute();
    await nextRevision(db, batch);
    await publishChange(db, [person.tenantId], ["payouts"]);
  });
}

/**
 * Whether a job checks the accounts of this batch; a job that failed too often does not. A job that is
 * done ended the checks before: then the batch was read a moment too early.
 */
export async function areChecksRunning(db: Db, batch: StoredBatch): Promise<boolean> {
  if (batch.account_checks !== "running" || batch.account_checks_job === null) return false;
  const job = await db
    .selectFrom("background_jobs")
    .select("status")
    .where("id", "=", batch.account_checks_job)
    .executeTakeFirst();
  return job !== undefined && job.status !== "dead";
}

/**
 * Checks the new accounts of a batch, a few at a time, and stores each result with its row. After a
 * crash it goes on with the rows that are left.
 */
export const checkBatchAccountsJob: JobHandler = async (job, { progress, signal }) => {
  const { batch_id: id } = payload.parse(job.payload);
  const payer = await findPayer(id);
  let done = 0n;
  for (;;) {
    signal.throwIfAborted();
    const rows = await selectUnchecked(database(), id, rowsAtOnce);
    const results = await Promise.all(rows.map((row) => checkRow(payer, row)));
    const isOver = await transaction((db) => storeResults(db, payer, { id, rows, results, job }));
    if (isOver) return;
    done += BigInt(rows.length);
    progress(done);
  }
};

async function findPayer(batchId: string): Promise<Payer> {
  const { id, allowed_providers: allowed } = await database()
    .selectFrom("payout_batches")
    .innerJoin("tenants", "tenants.id", "tenant_id")
    .select(["tenants.id", "tenants.allowed_providers"])
    .where("payout_batches.id", "=", batchId)
    .executeTakeFirstOrThrow();
  return { tenantId: id, allowedProviders: allowed as ProviderId[] };
}

async function selectUnchecked(db: Db, batchId: string, limit: number): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select * from batch_rows
    where batch_id = ${batchId} and state = 'ready' and account_check = 'unchecked'
    order by number limit ${limit}
  `.execute(db);
  return rows;
}

function checkRow(payer: Payer, row: StoredRow): Promise<AccountCheckResult> {
  const { order } = contentOf(row);
  if (!order) throw new Error(`Line ${row.number} is ready without an order`);
  const account = { destination: destinationOf(order), typedName: order.beneficiary_name };
  return checkAccount(payer, account, { waitMs });
}

interface Results {
  readonly id: string;
  /** As they were when the banks were asked. */
  readonly rows: readonly StoredRow[];
  readonly results: readonly AccountCheckResult[];
  readonly job: { readonly id: string };
}

/**
 * Assesses checked rows again. Under the batch's lock, a row that a person edited meanwhile stays
 * unchecked.
 * @returns whether the checks are over.
 */
async function storeResults(
  db: Tx,
  payer: Payer,
  { id, rows, results, job }: Results,
): Promise<boolean> {
  const batch = await lockBatch(db, payer.tenantId, id);
  if (batch.account_checks_job !== job.id) return true;
  if (batch.state !== "draft") {
    await endChecks(db, batch, null);
    return true;
  }
  const checked = new Map(
    rows.flatMap((row, at) => {
      const result = results[at];
      return result && !result.isLimitReached ? [[row.id, { row, check: result.check }]] : [];
    }),
  );
  const { rows: current } = await sql<StoredRow>`
    select * from batch_rows
    where id = any(${[...checked.keys()]}::uuid[]) and state = 'ready' and account_check = 'unchecked'
    order by number
  `.execute(db);
  const same = current.filter((row) => row.digest?.equals(checked.get(row.id)?.row.digest ?? none));
  const again = same.map((row) => ({
    ...checkStoredRow(row),
    accountCheck: checked.get(row.id)?.check,
  }));
  const idOf = new Map(same.map((row) => [row.number, row.id]));
  await writeRows(db, await assessRows(db, payer, id, again, (number) => idOf.get(number) ?? ""));
  const stop = results.find(({ isLimitReached }) => isLimitReached)?.check.reason ?? null;
  const isOver = stop !== null || (await selectUnchecked(db, id, 1)).length === 0;
  if (isOver) await endChecks(db, batch, stop);
  await nextRevision(db, batch);
  await publishChange(db, [payer.tenantId], ["payouts"]);
  return isOver;
}

const none = Buffer.alloc(0);

/** @param reason why they stopped before the end. */
async function endChecks(db: Tx, { id }: StoredBatch, reason: string | null): Promise<void> {
  await sql`
    update payout_batches set account_checks_job = null, account_checks_reason = ${reason},
      account_checks = case
        when ${reason}::text is not null then 'stopped'
        when api_key_id is not null
          or exists (select from batch_schedule_runs where batch_id = payout_batches.id)
        then 'optional' else 'due' end
    where id = ${id}
  `.execute(db);
}
