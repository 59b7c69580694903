import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { dayInIndia } from "../../kernel/days.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { rupees } from "../../kernel/money.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import { closedReason, findClosedCredits } from "../../money-in/deposits/find-closed-credit.ts";
import type { NewTransfer } from "./fund-transfer.ts";

/**
 * Checks that a transfer may be recorded: no other record claims its UTR, and neither the bank
 * statement nor the provider's list has it with another amount.
 * @throws 409 `UTR_ALREADY_USED`, `TRANSFER_DIFFERS`.
 */
export async function assertRecordable(db: Db, transfer: NewTransfer): Promise<void> {
  if (transfer.utr === null) return;
  const key = utrKey(transfer.utr);
  await assertUnclaimed(db, key);
  const isFromBank = transfer.source === "bank";
  if (isFromBank || transfer.destination === "bank") {
    const lines = await selectLines(db, key, isFromBank ? "debit" : "credit");
    const paise = lines.map((line) => line.paise);
    assertAmount(transfer, paise, "The bank statement");
    assertAccount(transfer, lines);
  }
  if (transfer.destination === "provider") {
    const credits = await db
      .selectFrom("provider_credits")
      .select("amount_paise")
      .where("adapter", "=", transfer.adapter)
      .where("utr_key", "=", key)
      .execute();
    const paise = credits.map((credit) => credit.amount_paise);
    assertAmount(transfer, paise, "The provider's list");
  }
}

async function assertUnclaimed(db: Db, key: string): Promise<void> {
  const transfer = await db
    .selectFrom("fund_transfers")
    .select(["amount_paise", "recorded_at"])
    .select(sql<string>`to_char(transferred_on, 'YYYY-MM-DD')`.as("on"))
    .where("utr_key", "=", key)
    .where("corrects_id", "is", null)
    .where("corrected_at", "is", null)
    .executeTakeFirst();
  if (transfer) {
    throw claimed(
      `This transfer of ${rupees(transfer.amount_paise)} on ${dayInIndia(transfer.on)} is already recorded`,
    );
  }
  // Before the deposits: an assignment from suspense that commits in between is found there.
  const closed = await findClosedCredits(db, [key]);
  const credit = closed.find(({ state }) => state !== "own_money");
  if (credit?.state === "suspense")
    throw claimed("This transfer arrived on a virtual account. Decide about it in suspense.");
  if (credit) throw claimed(closedReason(credit));
  const deposit = await db
    .selectFrom("deposits")
    .select("status")
    .where("utr_key", "=", key)
    .where("status", "<>", "failed")
    .executeTakeFirst();
  if (deposit?.status === "completed") throw claimed("A deposit with this UTR was credited");
  if (deposit) throw claimed("A deposit request has this UTR. Reject it first.");
}

export function claimed(message: string): ApiError {
  return new ApiError(409, "UTR_ALREADY_USED", message, { fields: { utr_reference: message } });
}

interface UtrLine {
  readonly paise: bigint;
  /** The receiving account of its statement. */
  readonly accountId: string | null;
}

/** The statement lines with this UTR key. */
export async function selectLines(
  db: Db,
  key: string,
  direction: "debit" | "credit",
): Promise<UtrLine[]> {
  const table = direction === "debit" ? "statement_debits" : "statement_credit_keys";
  const rows = await db
    .selectFrom(table)
    .innerJoin("statement_lines", "statement_lines.id", "line_id")
    .innerJoin("statement_imports", "statement_imports.id", "statement_lines.import_id")
    .select(["amount_paise", "receiving_account_id"])
    .where("utr_key", "=", key)
    .execute();
  return rows.flatMap(({ amount_paise: paise, receiving_account_id: accountId }) =>
    paise === null ? [] : [{ paise, accountId }],
  );
}

/** Money without a record there is no contradiction: it may come later. */
function assertAmount({ amountPaise }: NewTransfer, known: readonly bigint[], where: string): void {
  const [other] = known;
  if (other === undefined || known.includes(amountPaise)) return;
  const message = `${where} has ${rupees(other)} with this UTR`;
  throw new ApiError(409, "TRANSFER_DIFFERS", message, { fields: { amount: message } });
}

/** A line of another account's statement is another transfer, or the wrong account was chosen. */
function assertAccount(
  { amountPaise, receivingAccountId }: NewTransfer,
  lines: readonly UtrLine[],
): void {
  const same = lines.filter(({ paise, accountId }) => paise === amountPaise && accountId !== null);
  if (same.length === 0 || same.some(({ accountId }) => accountId === receivingAccountId)) return;
  const message = "The statement of another account has this UTR";
  throw new ApiError(409, "TRANSFER_DIFFERS", message, { fields: { receiving_account: message } });
}

/**
 * The credit of the provider's list that a person names as this transfer.
 * @throws 404; 409 `TRANSFER_DIFFERS` for another amount, and for a credit that is recorded.
 */
export async function findNamedCredit(db: Db, transfer: NewTransfer, reference: string) {
  const credit = await db
    .selectFrom("provider_credits")
    .select(["credit_reference", "amount_paise", "transfer_id"])
    .where("adapter", "=", transfer.adapter ?? "")
    .where("credit_reference", "=", reference)
    .forUpdate()
    .executeTakeFirst();
  if (!credit || transfer.destination !== "provider") throw notFound("This credit");
  if (credit.transfer_id !== null) throw claimed("This credit is already recorded");
  assertAmount(transfer, [credit.amount_paise], "The provider's list");
  return credit;
}
