import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import type { Chargeback } from "../../providers/virtual-accounts.ts";
import { now } from "../../kernel/clock.ts";
import { settleChargeback, type ChargebackResult } from "./settle-chargeback.ts";

/**
 * Receives a chargeback: a provider took a credit back. It counts once for its reference, in
 * whichever order the credit and its chargeback arrive.
 * @param adapter the provider's name.
 */
export function receiveChargeback(
  adapter: string,
  chargeback: Chargeback,
): Promise<ChargebackResult> {
  const { reference, creditReference, amountPaise } = chargeback;
  return transaction(async (db) => {
    await lockCreditReference(db, adapter, creditReference);
    const id = newId();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("credit_chargebacks")
      .values({
        id,
        adapter,
        reference,
        credit_reference: creditReference,
        amount_paise: amountPaise,
        created_at: now(),
        state: "waiting",
      })
      .onConflict((conflict) => conflict.columns(["adapter", "reference"]).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return "known";
    const credit = await db
      .selectFrom("incoming_credits")
      .select("id")
      .where("adapter", "=", adapter)
      .where("credit_reference", "=", creditReference)
      .executeTakeFirst();
    // It may be a refund of another product's payment, or of a credit that is still to come.
    if (!credit) return "waiting";
    return settleChargeback(db, { id, adapter, reference, amountPaise }, credit.id);
  });
}

/**
 * Closes the race between a credit and its chargeback: without the lock, each could miss the other's
 * uncommitted row.
 */
export async function lockCreditReference(db: Tx, adapter: string, reference: string) {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`credit ${adapter} ${reference}`}, 0))
  `.execute(db);
}

/**
 * Applies the chargebacks that arrived before their credit.
 * @param isReduced whether the provider reported the credit without what it took back: then nothing
 *   is left to do.
 */
export async function applyWaitingChargebacks(
  db: Tx,
  adapter: string,
  credit: { readonly id: string; readonly reference: string; readonly isReduced: boolean },
): Promise<void> {
  const waiting = await db
    .selectFrom("credit_chargebacks")
    .select(["id", "reference", "amount_paise as amountPaise"])
    .where("adapter", "=", adapter)
    .where("credit_reference", "=", credit.reference)
    .where("state", "=", "waiting")
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const chargeback of waiting) {
    if (credit.isReduced) {
      await db
        .updateTable("credit_chargebacks")
        .set({
          state: "handled",
          incoming_credit_id: credit.id,
          why: "The credit arrived without the refunded part",
        })
        .where("id", "=", chargeback.id)
        .execute();
    } else {
      await settleChargeback(db, { ...chargeback, adapter }, credit.id);
    }
  }
}
