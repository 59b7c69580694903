import type { Tx } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import * as ledger from "../../ledger/ledger.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { notifyRepayments } from "../../identity/notifications/notify-repayments.ts";
import { superAdminIds } from "../../identity/people/super-admins.ts";
import { completedColumns, noFirstApproval } from "./arrival.ts";
import { insertDeposit } from "./queries.ts";

/** The ledger account that holds the money before the wallet is credited. */
type Source = "bank" | "suspense";

/** Money that arrived without a deposit request. */
interface UnrequestedCredit {
  readonly tenantId: string;
  /** The tenant's bank account that sent it; null for any other sender. */
  readonly bankAccountId: string | null;
  readonly amountPaise: bigint;
  readonly utr: string;
  /** The adapter whose virtual account received it. */
  readonly adapter: string;
  /** The receiving account that the adapter settles to; null for the provider's own. */
  readonly receivingAccountId: string | null;
  readonly from?: Source;
}

/** A request that arrived money completes. */
interface CompletedRequest {
  readonly id: string;
  readonly tenant_id: string;
  readonly amount_paise: bigint;
}

/** What arrived for a request. */
interface RequestedCredit {
  readonly amountPaise: bigint;
  readonly receivingAccountId: string | null;
  /** Why it is not the requested amount; required if it is not. */
  readonly amountReason?: string;
  readonly from?: Source | undefined;
}

/**
 * Creates a completed deposit for money that arrived, and credits the wallet.
 * @returns the deposit's id.
 * @throws a unique violation of `deposits_utr_once` when another deposit reserves this UTR.
 */
export async function createDepositFromCredit(db: Tx, credit: UnrequestedCredit): Promise<string> {
  const context = await ledger.lockNow(db, [credit.tenantId]);
  const deposit = await insertDeposit(db, {
    id: newId(),
    tenant_id: credit.tenantId,
    bank_account_id: credit.bankAccountId,
    amount_paise: credit.amountPaise,
    utr_reference: credit.utr,
    came_through: credit.adapter,
    arrived_in_id: credit.receivingAccountId,
    status: "completed",
    reviewed_at: context.at,
    created_at: context.at,
  });
  return creditAndNotify(db, deposit, context, credit.from);
}

/**
 * Completes a deposit request with the money that arrived. The caller holds the row lock and has
 * checked that the request is pending, and that UTR and amount match or a person accepted another
 * amount.
 * @returns the deposit's id.
 */
export async function completeRequestFromCredit(
  db: Tx,
  { id, tenant_id: tenantId, amount_paise: requestedPaise }: CompletedRequest,
  { amountPaise, receivingAccountId, amountReason, from }: RequestedCredit,
): Promise<string> {
  if (amountPaise !== requestedPaise && amountReason === undefined)
    throw new Error(`Deposit ${id} is for another amount than arrived`);
  const arrival = { paise: amountPaise, reason: amountReason ?? null, receivingAccountId };
  const context = await ledger.lockNow(db, [tenantId]);
  const deposit = await db
    .updateTable("deposits")
    .set({
      ...completedColumns(requestedPaise, arrival),
      reviewed_at: context.at,
      // The arrived money decides, so a first approval no longer counts.
      ...noFirstApproval,
    })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .returningAll()
    .executeTakeFirstOrThrow();
  return creditAndNotify(db, deposit, context, from);
}

async function creditAndNotify(
  db: Tx,
  {
    id,
    tenant_id: tenantId,
    amount_paise: amountPaise,
    arrived_in_id: arrivedInId,
  }: {
    readonly id: string;
    readonly tenant_id: string;
    readonly amount_paise: bigint;
    readonly arrived_in_id: string | null;
  },
  context: ledger.PostingContext,
  from: Source = "bank",
): Promise<string> {
  // Money in suspense left the bank account before.
  const receivingAccountId = from === "bank" ? arrivedInId : null;
  const credit = { walletId: tenantId, depositId: id, amountPaise, from, receivingAccountId };
  const repayments = await ledger.credit(db, [credit], context);
  await notify(db, [{ personId: tenantId, kind: "deposit_credited", subjectId: id }]);
  await notifyRepayments(db, repayments);
  const people = [tenantId, ...(await superAdminIds(db))];
  await publishChange(db, people, ["deposits", "wallet", "notifications"]);
  return id;
}
