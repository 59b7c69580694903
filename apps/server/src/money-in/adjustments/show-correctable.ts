import { transaction } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import { lockDeposit, sumProposedDebits } from "./adjustment-queries.ts";
import { findDepositAccount } from "./booked-accounts.ts";
import { notPossible } from "./check-adjustment.ts";

/**
 * What can still be corrected of a credited deposit, with open proposals subtracted.
 * @throws 404; 409 `ADJUSTMENT_NOT_POSSIBLE` for a deposit that was not credited.
 */
export function showCorrectable(id: string) {
  return transaction(async (db) => {
    const deposit = await lockDeposit(db, id);
    if (!deposit) throw notFound("This deposit");
    if (deposit.status !== "completed") throw notPossible("This deposit was not credited");
    const tenant = await db
      .selectFrom("tenants")
      .select(["id", "name"])
      .where("id", "=", deposit.tenant_id)
      .executeTakeFirstOrThrow();
    const proposed = await sumProposedDebits(db, id, null);
    return {
      id,
      tenant,
      utr_reference: deposit.utr_reference,
      amount: inr(deposit.amount_paise),
      corrected: inr(deposit.corrected_paise),
      proposed: inr(proposed),
      correctable: inr(deposit.amount_paise - deposit.corrected_paise - proposed),
      receiving_account: (await findDepositAccount(db, id)) ?? null,
    };
  });
}
