import { sql } from "kysely";
import { database, transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import * as ledger from "../../ledger/ledger.ts";
import type { ProviderId } from "../../providers/provider.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { progressOf } from "../approval-policies/progress.ts";
import { initiateAll } from "../initiate/initiate-payout.ts";
import type { Initiation } from "../initiate/initiation.ts";
import { newInitiation } from "../initiate/new-initiation.ts";
import { findNamedDestinations } from "../initiate/payable-destinations.ts";
import { providerStatuses } from "../provider-status.ts";
import { readApprovals, waitingOf } from "../approval-policies/read-approvals.ts";
import {
  endWaits,
  notInTime,
  orderOf,
  phraseOf,
  reportEnds,
  totalOfWait,
  updateEnded,
  type StoredWait,
} from "./stored-wait.ts";

/** One transaction creates so many payouts. */
const payoutsAtOnce = 64;
const walletsAtOnce = 50;
const retrySeconds = 30;

/**
 * Errors that pass, or are about the whole business: the payout keeps its place, and those after it
 * wait too. Any other error is about this payout and its order, so its wait ends.
 */
const passingErrors: ReadonlySet<string> = new Set([
  "ACCOUNT_INACTIVE",
  "TENANT_CLOSING",
  "PAYOUTS_LOCKED",
  "NO_PROVIDER",
  "FEATURE_NOT_ENABLED",
  "INSUFFICIENT_BALANCE",
]);

/**
 * Creates the payouts that wallets cover by now, in the order in which they were accepted. It reads
 * the balances, so it finds funds in whichever way they arrived, also after a crash.
 * @returns how many waits ended.
 */
export async function fundWaiting(): Promise<number> {
  let count = 0;
  const failures: unknown[] = [];
  // A failure of one wallet stops no other.
  for (const tenantId of await findFundable()) {
    try {
      count += await fundWallet(tenantId, payoutsAtOnce);
    } catch (error) {
      failures.push(error);
    }
  }
  if (count > 0) wakeWorker();
  if (failures.length > 0) throw failures[0];
  return count;
}

/** Whether a batch that is paid in order waits before it. */
const isBehindBatch = sql<boolean>`exists (
  select from payout_batches
  where payout_batches.tenant_id = funds_queue.tenant_id and funds_place < place
)`;

/** The wallets that cover the payout that waits longest. */
async function findFundable(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive queued (tenant_id) as (
      (select tenant_id from funds_queue where state = 'waiting' order by tenant_id limit 1)
      union all
      select (
        select tenant_id from funds_queue
        where state = 'waiting' and tenant_id > queued.tenant_id order by tenant_id limit 1
      ) from queued where tenant_id is not null
    )
    select tenants.id from queued
    join tenants on tenants.id = tenant_id and is_active and closing_at is null and closed_at is null
    join wallets on wallets.id = tenant_id
    cross join lateral (
      select amount_paise + fee_paise + gst_paise as paise, retry_at from funds_queue
      where funds_queue.tenant_id = tenants.id and state = 'waiting' and not ${isBehindBatch}
      order by place limit 1
    ) as first
    where available_paise >= paise and (retry_at is null or retry_at <= ${now()})
    limit ${walletsAtOnce}
  `.execute(database());
  return rows.map(({ id }) => id);
}

/** Not all of these can be created together: an error of one stops those after it. */
class CutShort extends Error {
  readonly count: number;
  readonly reason: string;
  constructor(count: number, reason: string) {
    super(`Only ${count} waiting payouts can be created together: ${reason}`);
    this.count = count;
    this.reason = reason;
  }
}

async function fundWallet(tenantId: string, atMost: number): Promise<number> {
  try {
    return await transaction((db) => fundNext(db, tenantId, atMost));
  } catch (error) {
    if (!(error instanceof CutShort)) throw error;
    if (error.count > 0) return fundWallet(tenantId, error.count);
    await storeReason(tenantId, error.reason);
    return 0;
  }
}

/**
 * Closes the race between two credits and between two workers: both lock the wallet. Closes the race
 * with a cancellation and an expiry: they lock the waiting row, and never a wallet after it.
 */
async function fundNext(db: Tx, tenantId: string, atMost: number): Promise<number> {
  const wallets = await ledger.lock(db, [tenantId]);
  await endExpired(db, tenantId);
  const { rows } = await sql<StoredWait>`
    select * from funds_queue
    where tenant_id = ${tenantId} and state = 'waiting' and not ${isBehindBatch}
    order by place limit ${atMost} for update
  `.execute(db);
  const covered = coveredBy(rows, wallets.get(tenantId)?.available ?? 0n);
  if (covered.length === 0) return 0;
  const unapproved = await findUnapproved(db, covered);
  if (unapproved.length > 0) {
    await endWaits(db, unapproved, { state: "cancelled", reason: approverRemoved, by: null });
    return unapproved.length;
  }
  const initiations = await asInitiations(db, tenantId, covered);
  await updateEnded(db, covered, "funded");
  const results = await initiateAll(db, initiations);
  const stop = results.findIndex(
    (result) => result instanceof ApiError && passingErrors.has(result.code),
  );
  const stopping = results[stop];
  if (stopping instanceof ApiError) throw new CutShort(stop, stopping.message);
  const created = covered.filter((_, at) => !(results[at] instanceof ApiError));
  await notifyFunded(db, tenantId, created);
  for (const [at, wait] of covered.entries()) {
    const error = results[at];
    if (error instanceof ApiError) await endUnpayable(db, wait, error);
  }
  await publishChange(db, [tenantId], ["payouts", "wallet", "notifications"]);
  return covered.length;
}

/**
 * Ends what waited beyond its time while no worker ran: its people read that it is not sent after that,
 * and may have paid it in another way.
 */
async function endExpired(db: Tx, tenantId: string): Promise<void> {
  const { rows } = await sql<StoredWait>`
    select * from funds_queue
    where tenant_id = ${tenantId} and state = 'waiting' and expires_at <= ${now()}
    order by place for update
  `.execute(db);
  await endWaits(db, rows, { state: "expired", reason: notInTime, by: null });
}

const approverRemoved =
  "Who approved it was removed while it waited. Send the request again to have it approved again.";

/** Those of payment requests whose approvals no longer count. */
async function findUnapproved(db: Tx, waits: readonly StoredWait[]): Promise<StoredWait[]> {
  const ids = waits.flatMap(({ request_id: id }) => id ?? []);
  if (ids.length === 0) return [];
  const requests = await db
    .selectFrom("payment_requests")
    .select(["id", "maker_id", "steps"])
    .where("id", "in", ids)
    .$castTo<Parameters<typeof waitingOf>[0] & { readonly id: string }>()
    .execute();
  const givenOf = await readApprovals(db, requests);
  const missing = new Set(
    requests
      .filter((request) => progressOf(waitingOf(request, givenOf(request.id))).missing > 0)
      .map(({ id }) => id),
  );
  return waits.filter(({ request_id: id }) => id !== null && missing.has(id));
}

/** The first of these, as far as the balance goes: a smaller one never overtakes. */
function coveredBy(rows: readonly StoredWait[], available: bigint): StoredWait[] {
  let left = available;
  const end = rows.findIndex((wait) => (left -= totalOfWait(wait)) < 0n);
  return end < 0 ? [...rows] : rows.slice(0, end);
}

async function asInitiations(
  db: Tx,
  tenantId: string,
  waits: readonly StoredWait[],
): Promise<Initiation[]> {
  const { allowed_providers: providers, features } = await db
    .selectFrom("tenants")
    .select(["allowed_providers", "features"])
    .where("id", "=", tenantId)
    .executeTakeFirstOrThrow();
  if (!features.includes("create_payout"))
    throw new CutShort(0, "Payouts are not enabled for your account.");
  const payer = { allowedProviders: providers as ProviderId[] };
  const choice = { payer, settings: await readSettings(), statuses: await providerStatuses() };
  const destinations = await findNamedDestinations(db, waits);
  const approved = await findApprovedSchedules(db, waits);
  return waits.map((wait) =>
    newInitiation(choice, {
      id: wait.id,
      isFunding: true,
      requestId: wait.request_id ?? approved.get(wait.schedule_id ?? ""),
      scheduleId: wait.schedule_id ?? undefined,
      payerId: tenantId,
      memberId: wait.member_id,
      order: orderOf(wait),
      source: wait.source,
      destination: destinations.get(wait.destination_id ?? ""),
      amountPaise: wait.amount_paise,
      // As they were authorised: a changed fee does not touch what waits.
      feePaise: wait.fee_paise,
      gstPaise: wait.gst_paise,
      reference: wait.reference_id,
      idempotencyKey: wait.idempotency_key ?? undefined,
      requestDigest: wait.order_digest,
    }),
  );
}

/** The schedules of these waits that others approved, by their own id. */
async function findApprovedSchedules(
  db: Tx,
  waits: readonly StoredWait[],
): Promise<ReadonlyMap<string, string>> {
  const ids = waits.flatMap(({ schedule_id: id }) => id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("payout_schedules")
    .select("id")
    .where("id", "in", ids)
    .where("steps", "is not", null)
    .execute();
  return new Map(rows.map(({ id }) => [id, id]));
}

async function notifyFunded(db: Tx, personId: string, waits: readonly StoredWait[]) {
  await notify(
    db,
    waits.map((wait) => ({
      personId,
      kind: "payout_funded",
      subjectId: wait.id,
      detail: `${phraseOf(wait)} waited for funds and is being sent. Reference ${wait.reference_id}`,
    })),
  );
}

/** It can't be created any more, whatever the balance. */
async function endUnpayable(db: Tx, wait: StoredWait, { message }: ApiError): Promise<void> {
  await sql`
    update funds_queue set state = 'cancelled', ended_reason = ${message} where id = ${wait.id}
  `.execute(db);
  await reportEnds(db, [wait], { reason: message, by: null });
}

/** Says at the payout that waits longest why it is not created, until it is tried again. */
async function storeReason(tenantId: string, reason: string): Promise<void> {
  await transaction(async (db) => {
    await sql`
      update funds_queue set stopped_reason = ${reason}, retry_at = ${secondsFromNow(retrySeconds)}
      where id = (
        select id from funds_queue where tenant_id = ${tenantId} and state = 'waiting'
        order by place limit 1 for update skip locked
      )
    `.execute(db);
    await publishChange(db, [tenantId], ["payouts"]);
  });
}
