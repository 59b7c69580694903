import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { notifyRepayments } from "../../identity/notifications/notify-repayments.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { rupees } from "../../kernel/money.ts";
import * as ledger from "../../ledger/ledger.ts";
import type { StoredRequest } from "./stored-request.ts";

/** Money that a payment request holds now. */
export interface StoredHold {
  readonly id: string;
  readonly requestId: string;
  readonly tenantId: string;
  readonly revision: number;
  /** Amount, fee and GST. */
  readonly paise: bigint;
}

/** What these requests hold now, by request. */
export async function findHolds(
  db: Db,
  requests: readonly Pick<StoredRequest, "id">[],
): Promise<ReadonlyMap<string, StoredHold>> {
  if (requests.length === 0) return new Map();
  const { rows } = await sql<StoredHold>`
    select id, request_id as "requestId", tenant_id as "tenantId", revision,
      amount_paise as paise
    from request_holds
    where request_id = any(${requests.map(({ id }) => id)}::uuid[]) and released_at is null
  `.execute(db);
  return new Map(rows.map((hold) => [hold.requestId, hold]));
}

/** How many requests of a tenant, or of all, hold money now, and how much. */
export async function totalHolds(db: Db, tenantId?: string) {
  const ofTenant = tenantId === undefined ? sql`` : sql`and tenant_id = ${tenantId}`;
  const { rows } = await sql<{ count: number; paise: bigint }>`
    select count(*)::int as count, coalesce(sum(amount_paise), 0)::bigint as paise
    from request_holds where released_at is null ${ofTenant}
  `.execute(db);
  return rows[0] ?? { count: 0, paise: 0n };
}

/**
 * Puts what a submitted request costs on hold, if the business wants that. The request is locked; the
 * wallet is locked after it.
 * @returns why it can't be held, or undefined. Then nothing is held.
 */
export async function placeHold(db: Tx, request: StoredRequest): Promise<ApiError | undefined> {
  const { id: requestId, tenant_id: tenantId, revision, beneficiary_name: name } = request;
  if (!(await holdsAtSubmission(db, tenantId))) return undefined;
  const wallets = await ledger.lock(db, [tenantId]);
  // What waits for funds was accepted before, so a hold does not overtake it.
  if (await hasWaiting(db, tenantId)) return notCovered("Payouts wait for funds already");
  const hold = { holdId: newId(), walletId: tenantId, paise: totalOf(request) };
  if (!(await ledger.holdForRequest(db, hold, wallets)))
    return notCovered("Your wallet does not cover this payout and its charges");
  await db
    .insertInto("request_holds")
    .values({
      id: hold.holdId,
      tenant_id: tenantId,
      request_id: requestId,
      revision,
      beneficiary_name: name,
      amount_paise: hold.paise,
      held_at: now(),
    })
    .execute();
  return undefined;
}

/** As `placeHold`. @throws 422 `INSUFFICIENT_BALANCE`. */
export async function assertHeld(db: Tx, request: StoredRequest): Promise<void> {
  const error = await placeHold(db, request);
  if (error) throw error;
}

/**
 * Returns what locked requests hold to their wallets.
 * @returns what was returned, by request.
 */
export async function releaseHolds(
  db: Tx,
  requests: readonly Pick<StoredRequest, "id">[],
): Promise<ReadonlyMap<string, StoredHold>> {
  const holds = await findHolds(db, requests);
  if (holds.size === 0) return holds;
  const list = [...holds.values()].map(({ id, tenantId, paise }) => ({
    holdId: id,
    walletId: tenantId,
    paise,
  }));
  const wallets = await ledger.lock(
    db,
    list.map(({ walletId }) => walletId),
  );
  await notifyRepayments(db, await ledger.releaseRequests(db, list, wallets));
  await db
    .updateTable("request_holds")
    .set({ released_at: now() })
    .where(
      "id",
      "in",
      list.map(({ holdId }) => holdId),
    )
    .execute();
  return holds;
}

/** What a timeline says of an end: its reason, and what came back to the wallet. */
export function withReturned(
  reason: string | null,
  hold: StoredHold | undefined,
): string | undefined {
  const back = hold && `${rupees(hold.paise)} back in the wallet`;
  return [reason, back].filter(Boolean).join(". ") || undefined;
}

/** Records which payouts took over the holds of their requests. */
export async function recordTakenOver(
  db: Tx,
  list: readonly { readonly holdId: string; readonly payoutId: string }[],
): Promise<void> {
  if (list.length === 0) return;
  await sql`
    update request_holds set released_at = ${now()}, payout_id = taken.payout_id
    from unnest(
      ${list.map(({ holdId }) => holdId)}::uuid[], ${list.map(({ payoutId }) => payoutId)}::uuid[]
    ) as taken (hold_id, payout_id)
    where request_holds.id = taken.hold_id
  `.execute(db);
}

/** What a business chose; without a choice, requests hold nothing. */
export async function holdsAtSubmission(db: Db, tenantId: string): Promise<boolean> {
  const row = await db
    .selectFrom("payment_request_settings")
    .select("holds_at_submission")
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  return row?.holds_at_submission ?? false;
}

async function hasWaiting(db: Tx, tenantId: string): Promise<boolean> {
  const { rows } = await sql`
    select from funds_queue where tenant_id = ${tenantId} and state = 'waiting'
    union all
    select from payout_batches where tenant_id = ${tenantId} and funds_place is not null
    limit 1
  `.execute(db);
  return rows.length > 0;
}

function totalOf(request: StoredRequest): bigint {
  return request.amount_paise + request.fee_paise + request.gst_paise;
}

const notCovered = (why: string) =>
  new ApiError(
    422,
    "INSUFFICIENT_BALANCE",
    `${why}, so it can't be put on hold. Add funds, or save it as a draft.`,
  );
