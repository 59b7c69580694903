import { sql } from "kysely";
import { findMove, isOn, isOnWallet } from "@rokad/contract/adjustment-kinds";
import type { Tx } from "../../database/db.ts";
import { selectReceivingAccounts } from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { findTenant } from "../../identity/people/tenant-queries.ts";
import { ApiError, invalidInput, notFound } from "../../kernel/errors.ts";
import { rupees } from "../../kernel/money.ts";
import * as ledger from "../../ledger/ledger.ts";
import {
  lockChargeback,
  lockDeposit,
  sumProposedDebits,
  sumSuspenseAdjustments,
  type AdjustmentOrder,
} from "./adjustment-queries.ts";
import { findDepositAccount } from "./booked-accounts.ts";

export const notPossible = (why: string) => new ApiError(409, "ADJUSTMENT_NOT_POSSIBLE", why);

/**
 * Checks whether an adjustment can be posted now, under the locks of its deposit, wallet and tenant.
 * Proposals of the same deposit count too, so that two of them can't correct it twice.
 * @param exceptId the adjustment itself, once it is proposed.
 * @returns the tenant's name; null when no wallet moves.
 * @throws 400 for links that do not belong together; 404; 409 `ADJUSTMENT_NOT_POSSIBLE`.
 */
export async function checkAdjustment(
  db: Tx,
  order: AdjustmentOrder,
  exceptId: string | null,
): Promise<string | null> {
  const { kind, debitAccount: debit, creditAccount: credit, tenantId } = order;
  if (kind === "chargeback" || kind === "sandbox_money" || !findMove(kind, debit, credit)) {
    throw new Error(`${kind} can't move money from ${credit} to ${debit}`);
  }
  if (order.chargebackId !== null) await checkChargeback(db, order.chargebackId, order, exceptId);
  if (order.statementLineId !== null) await checkStatementLine(db, order);
  if (order.depositId !== null) await checkDeposit(db, order, exceptId);
  if (exceptId !== null) await checkBookedAccounts(db, order);
  if (debit === "suspense") await checkSuspense(db, order.amountPaise);
  if (tenantId === null || !isOnWallet({ debit, credit })) return null;
  return checkTenant(db, order, tenantId);
}

/** Closes the race with closing the tenant: wallet before person, the same lock order. */
async function checkTenant(db: Tx, order: AdjustmentOrder, tenantId: string): Promise<string> {
  const tenant = await findTenant(db, tenantId);
  if (!tenant) throw notFound("This tenant, or its account is closed: it");
  const wallets = await ledger.lock(db, [tenantId]);
  const person = await db
    .selectFrom("tenants")
    .select("closed_at")
    .where("id", "=", tenantId)
    .forKeyShare()
    .executeTakeFirst();
  if (person?.closed_at !== null) throw notPossible("This tenant's account is closed");
  const receivable = wallets.get(tenantId)?.receivable ?? 0n;
  if (order.kind === "write_off" && order.amountPaise > receivable) {
    throw notPossible(`${tenant.name} owes ${rupees(receivable)}: write off at most that`);
  }
  return tenant.name;
}

async function checkDeposit(db: Tx, order: AdjustmentOrder, exceptId: string | null) {
  const deposit = await lockDeposit(db, order.depositId ?? "");
  if (!deposit) throw notFound("This deposit");
  if (deposit.tenant_id !== order.tenantId) {
    throw invalidInput({ deposit_id: "This deposit is another tenant's" });
  }
  if (deposit.status !== "completed") throw notPossible("This deposit was not credited");
  if (order.creditAccount === "wallet") {
    if (order.amountPaise <= deposit.corrected_paise) return;
    throw notPossible(
      `${rupees(deposit.corrected_paise)} of this deposit was corrected: credit at most that`,
    );
  }
  const proposed = await sumProposedDebits(db, deposit.id, exceptId);
  const left = deposit.amount_paise - deposit.corrected_paise - proposed;
  if (order.amountPaise <= left) return;
  throw notPossible(
    left <= 0n
      ? "This deposit is already corrected in full, or an adjustment of the rest is proposed"
      : `${rupees(left)} of this deposit can still be corrected`,
  );
}

/** A proposal from before adjustments named an account would book on none. */
async function checkBookedAccounts(db: Tx, order: AdjustmentOrder): Promise<void> {
  const move = { debit: order.debitAccount, credit: order.creditAccount };
  if (isOn(move, "provider") && order.adapter === null) {
    throw notPossible("This proposal names no provider. Reject it and propose it again.");
  }
  if (!isOn(move, "bank") || order.receivingAccountId !== null) return;
  const holder =
    order.depositId === null ? undefined : await findDepositAccount(db, order.depositId);
  if (holder === null || (await selectReceivingAccounts(db)).length === 0) return;
  throw notPossible("This proposal names no receiving account. Reject it and propose it again.");
}

async function checkStatementLine(db: Tx, { statementLineId, depositId }: AdjustmentOrder) {
  const line = await db
    .selectFrom("statement_lines")
    .select("deposit_id")
    .where("id", "=", statementLineId)
    .executeTakeFirst();
  if (!line) throw notFound("This statement line");
  if (line.deposit_id !== depositId) {
    throw invalidInput({ statement_line_id: "This statement line is about another deposit" });
  }
}

/**
 * A confirmed adjustment handles its chargeback, so it must take that money back. The chargeback's
 * lock closes the race between two proposals of it: the second one finds the first.
 */
async function checkChargeback(
  db: Tx,
  id: string,
  order: AdjustmentOrder,
  exceptId: string | null,
): Promise<void> {
  const chargeback = await lockChargeback(db, id);
  if (!chargeback) throw notFound("This chargeback");
  if (order.creditAccount !== "bank")
    throw invalidInput({ chargeback_id: "This takes back no money of a chargeback" });
  const isOfTenant = order.tenantId === null || order.tenantId === chargeback.tenant_id;
  const isOfDeposit = order.depositId === null || order.depositId === chargeback.deposit_id;
  if (!isOfTenant || !isOfDeposit)
    throw invalidInput({ chargeback_id: "This chargeback is about another deposit" });
  if (chargeback.state !== "contradiction") throw notPossible("This chargeback is already handled");
  const proposals = await db
    .selectFrom("adjustments")
    .select("id")
    .where("chargeback_id", "=", id)
    .where("state", "=", "proposed")
    .execute();
  if (proposals.some((proposal) => proposal.id !== exceptId))
    throw notPossible("An adjustment of this chargeback is already proposed");
  if (order.amountPaise <= chargeback.amount_paise) return;
  throw notPossible(
    `The provider took back ${rupees(chargeback.amount_paise)}: adjust at most that`,
  );
}

/** Serialises movements out of suspense, which has no row of its own to lock. */
async function checkSuspense(db: Tx, paise: bigint) {
  await sql`select pg_advisory_xact_lock(hashtextextended('adjustments of suspense', 0))`.execute(
    db,
  );
  const moved = await sumSuspenseAdjustments(db);
  if (paise <= moved) return;
  throw notPossible(
    `Adjustments moved ${rupees(moved < 0n ? 0n : moved)} to suspense. Decide other credits on the Suspense page.`,
  );
}
