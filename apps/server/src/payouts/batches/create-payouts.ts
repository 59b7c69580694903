import type { Feature } from "@rokad/contract/call";
import { includesFeature } from "@rokad/contract/feature-permissions";
import { formatMoney } from "@rokad/money/format";
import { sql } from "kysely";
import { transaction, type Db, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { readSettings, type Settings } from "../../identity/settings/settings.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, featureNotEnabled } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import type { ProviderId } from "../../providers/provider.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { progressOf } from "../approval-policies/progress.ts";
import { initiateAll } from "../initiate/initiate-payout.ts";
import type { Initiation } from "../initiate/initiation.ts";
import { newInitiation, type ProviderChoice } from "../initiate/new-initiation.ts";
import { findNamedDestinations, type NamedDestination } from "../initiate/payable-destinations.ts";
import { providerStatuses } from "../provider-status.ts";
import { quotePayout } from "../quote-payout.ts";
import {
  contentOf,
  readBatchApprovals,
  rowDigest,
  waitingOf,
  type StoredBatch,
  type StoredRow,
} from "./stored-batch.ts";

/** One transaction creates so many payouts: the wallet is locked for about a tenth of a second. */
const rowsAtOnce = 256;

/** These errors are about one row. Any other one stops the batch, because the next row has it too. */
const errorsOfRow: ReadonlySet<string> = new Set([
  "AMOUNT_ABOVE_CAP",
  "BENEFICIARY_NOT_PAYABLE",
  "BENEFICIARY_INVALID",
  "BENEFICIARY_COOLING",
]);

/**
 * Creates the next payouts of each running batch, in the order of its rows.
 * @returns how many rows were decided; 0 when nothing is left to do.
 */
export async function createBatchPayouts(): Promise<number> {
  let count = 0;
  const failures: unknown[] = [];
  // A failure of one batch stops no other.
  for (const id of await findUnfinished()) {
    try {
      count += await createPayouts(id, rowsAtOnce);
    } catch (error) {
      failures.push(error);
    }
  }
  if (count > 0) wakeWorker();
  if (failures.length > 0) throw failures[0];
  return count;
}

async function findUnfinished(): Promise<string[]> {
  return transaction(async (db) => {
    const { rows } = await sql<{ id: string }>`
      select id from payout_batches
      where state = 'running'
        and exists (select from batch_rows where batch_id = payout_batches.id and state = 'ready')
      order by id limit 20
    `.execute(db);
    return rows.map(({ id }) => id);
  });
}

/** Only the first rows can be created now: a later one may not be paid before an earlier one. */
class CutShort extends Error {
  readonly rowsMax: number;
  constructor(rowsMax: number) {
    super(`Only ${rowsMax} rows can be created together`);
    this.rowsMax = rowsMax;
  }
}

async function createPayouts(batchId: string, rowsMax: number): Promise<number> {
  try {
    return await transaction((db) => createNext(db, batchId, rowsMax));
  } catch (error) {
    if (error instanceof CutShort) return createPayouts(batchId, error.rowsMax);
    throw error;
  }
}

/**
 * Each row becomes one payout, whatever happens: the batch and the row are locked, the row's payout
 * commits with it, and the payout's key is unique for the business.
 */
async function createNext(db: Tx, batchId: string, rowsMax: number): Promise<number> {
  const { rows: batches } = await sql<StoredBatch & Payer>`
    select payout_batches.*, allowed_providers, features
    from payout_batches join tenants on tenants.id = tenant_id
    where payout_batches.id = ${batchId} and state = 'running'
    for update of payout_batches skip locked
  `.execute(db);
  const [batch] = batches;
  if (!batch) return 0;
  const { rows } = await sql<StoredRow>`
    select * from batch_rows where batch_id = ${batchId} and state = 'ready'
    order by number limit ${rowsMax} for update
  `.execute(db);
  if (rows.length === 0) return 0;
  if (!includesFeature(batch.features, "bulk_payouts")) {
    await pauseBatch(db, batch, featureNotEnabled());
    return 0;
  }
  if (!(await hasApprovals(db, batch))) {
    await pauseBatch(db, batch, approverRemoved());
    return 0;
  }
  const facts = {
    settings: await readSettings(),
    statuses: await providerStatuses(),
    payer: { allowedProviders: batch.allowed_providers },
    destinations: await findNamedDestinations(db, rows),
  };
  const initiations = rows.map((row) => asInitiation(batch, row, facts));
  const charged = rows.findIndex((row) => !hasCharges(row, facts.settings));
  if (charged > 0) throw new CutShort(charged);
  const results = charged === 0 ? [chargesChanged()] : await initiateAll(db, initiations);
  const stop = results.findIndex(
    (result) => result instanceof ApiError && !errorsOfRow.has(result.code),
  );
  const stopping = results[stop];
  if (stopping instanceof ApiError) {
    if (rows.length > 1) throw new CutShort(Math.max(stop, 1));
    await pauseBatch(db, batch, stopping);
    return 0;
  }
  await recordResults(db, rows, initiations, results);
  await giveUpPlace(db, batchId);
  await publishChange(db, [batch.tenant_id], ["payouts", "wallet"]);
  return rows.length;
}

/** Who approved may have been removed while the batch waited for its first payout. */
async function hasApprovals(db: Tx, batch: StoredBatch): Promise<boolean> {
  if (batch.steps === null) return true;
  const created = await db
    .selectFrom("batch_rows")
    .select("id")
    .where("batch_id", "=", batch.id)
    .where("state", "=", "created")
    .limit(1)
    .executeTakeFirst();
  if (created) return true;
  const givenOf = await readBatchApprovals(db, [batch]);
  return progressOf(waitingOf(batch, givenOf(batch.id))).missing === 0;
}

const approverRemoved = () =>
  new ApiError(
    409,
    "APPROVAL_REQUIRED",
    "Who approved this batch was removed before it was paid. Cancel it, and retry it to have it approved again.",
  );

interface Payer {
  readonly allowed_providers: ProviderId[];
  readonly features: Feature[];
}

interface Facts extends ProviderChoice {
  readonly destinations: ReadonlyMap<string, NamedDestination>;
}

function asInitiation(batch: StoredBatch, row: StoredRow, facts: Facts): Initiation {
  const { order, check } = contentOf(row);
  const quote = {
    amountPaise: row.amount_paise ?? 0n,
    feePaise: row.fee_paise ?? 0n,
    gstPaise: row.gst_paise ?? 0n,
  };
  // Nobody but the product may change a signed row.
  const isSigned =
    order !== null &&
    row.digest !== null &&
    quotePayout(order.amount, facts.settings).amountPaise === quote.amountPaise &&
    rowDigest({ batchId: batch.id, number: row.number, order, check, ...quote }).equals(row.digest);
  if (!isSigned || !row.digest || !batch.started_by)
    throw new Error(`Line ${row.number} of batch ${batch.id} differs from what was signed`);
  return newInitiation(facts, {
    batchId: batch.id,
    // Approvers need no role that pays; the policy and the limits were applied to the whole batch.
    requestId: batch.steps === null ? undefined : batch.id,
    payerId: batch.tenant_id,
    memberId: batch.started_by,
    order: batch.sends_advices ? { ...order, send_advice: true } : order,
    source: "bulk",
    destination: facts.destinations.get(row.destination_id ?? ""),
    ...quote,
    // A caller's key has no space, so none can name a row.
    idempotencyKey: `${batch.id} ${row.number}`,
    orderedAt: batch.created_at,
    requestDigest: row.digest,
    fundsPlace: batch.funds_place ?? undefined,
  });
}

function hasCharges(row: StoredRow, settings: Settings): boolean {
  const { feePaise, gstPaise } = quotePayout(1, settings);
  return row.fee_paise === feePaise && row.gst_paise === gstPaise;
}

const chargesChanged = () =>
  new ApiError(
    409,
    "BATCH_CHANGED",
    "The fee or GST changed since this batch was signed. Cancel the rest, then retry it.",
  );

async function recordResults(
  db: Tx,
  rows: readonly StoredRow[],
  initiations: readonly Initiation[],
  results: readonly unknown[],
): Promise<void> {
  const decided = rows.map(({ id }, at) => {
    const result = results[at];
    const payout = result as { readonly id: string };
    return result instanceof ApiError
      ? { id, state: "refused", payout_id: null, refusal: result.message }
      : { id, state: "created", payout_id: payout.id, refusal: null };
  });
  if (decided.length !== initiations.length) throw new Error("A row has no result");
  await sql`
    update batch_rows
    set state = decided.state, payout_id = decided.payout_id, refusal = decided.refusal
    from ${unnestRows("decided", decidedColumns, decided)} where batch_rows.id = decided.id
  `.execute(db);
}

const decidedColumns = { id: "uuid", state: "text", payout_id: "uuid", refusal: "text" } as const;

/** The rows that are left keep the place in the queue for funds; with none left, others follow. */
async function giveUpPlace(db: Tx, batchId: string): Promise<void> {
  await sql`
    update payout_batches set funds_place = null
    where id = ${batchId} and funds_place is not null
      and not exists (select from batch_rows where batch_id = ${batchId} and state = 'ready')
  `.execute(db);
}

/**
 * Waiting for funds in order, it takes a place in the queue where the business lets payouts wait.
 * Paused for anything else, it has none, so that others follow.
 */
async function pauseBatch(db: Tx, batch: StoredBatch, { code, message }: ApiError): Promise<void> {
  const isFunds = code === "INSUFFICIENT_BALANCE";
  const sentence = isFunds ? await describeFunds(db, batch) : message;
  await sql`
    update payout_batches set state = 'paused', pause_code = ${code}, pause_message = ${sentence},
      paused_at = ${now()},
      funds_place = case when ${isFunds} and funding = 'in_order' and exists (
        select from funds_queue_settings
        where funds_queue_settings.tenant_id = payout_batches.tenant_id and is_on
      ) then coalesce(funds_place, nextval(pg_get_serial_sequence('funds_queue', 'place'))) end
    where id = ${batch.id}
  `.execute(db);
  await notify(db, [
    {
      personId: batch.tenant_id,
      kind: "batch_paused",
      subjectId: batch.id,
      detail: `${batch.file_name}: ${sentence}`,
    },
  ]);
  await publishChange(db, [batch.tenant_id], ["payouts", "notifications"]);
}

/** What a batch that waits for funds needs, or that others which wait come first. */
async function describeFunds(db: Db, { id, tenant_id: tenantId }: StoredBatch): Promise<string> {
  const { rows } = await sql<{ paise: bigint; is_covered: boolean }>`
    select coalesce(sum(own.paise), 0)::bigint as paise,
      (array_agg(own.paise order by number))[1] <= available_paise as is_covered
    from wallets cross join lateral (
      select number, amount_paise + fee_paise + gst_paise as paise from batch_rows
      where batch_id = ${id} and state = 'ready'
    ) as own
    where wallets.id = ${tenantId} group by available_paise
  `.execute(db);
  const [row] = rows;
  return row?.is_covered
    ? "Earlier payouts wait for funds. It goes on automatically after them."
    : `The wallet does not cover the next row. Add funds: ${formatMoney(inr(row?.paise ?? 0n))} is still to pay. It goes on automatically.`;
}
