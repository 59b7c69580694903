import { transaction } from "../../database/db.ts";
import { record } from "../../identity/audit/record.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";

/**
 * Marks a contradiction as handled outside Rokad, for instance after the provider credited it again.
 * No money moves.
 * @throws 404; 409 `ALREADY_DECIDED`.
 */
export function closeChargeback(person: SuperAdmin, id: string, reason: string): Promise<void> {
  return transaction(async (db) => {
    const chargeback = await db
      .selectFrom("credit_chargebacks")
      .select(["state", "adapter", "reference", "amount_paise"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!chargeback) throw notFound("This chargeback");
    const proposal = await db
      .selectFrom("adjustments")
      .select("id")
      .where("chargeback_id", "=", id)
      .where("state", "=", "proposed")
      .executeTakeFirst();
    if (chargeback.state !== "contradiction" || proposal) {
      throw new ApiError(
        409,
        "ALREADY_DECIDED",
        proposal ? "An adjustment of this chargeback is proposed" : "It is already handled",
      );
    }
    await db
      .updateTable("credit_chargebacks")
      .set({ state: "handled", note: reason, handled_by: person.member.id, handled_at: now() })
      .where("id", "=", id)
      .execute();
    await publishToSuperAdmins(db, ["deposits"]);
    await record(db, {
      act: "adjustment.chargeback_closed",
      by: person,
      subject: { kind: "chargeback", id },
      reason,
      before: {
        provider: chargeback.adapter,
        reference: chargeback.reference,
        amount_paise: String(chargeback.amount_paise),
      },
    });
  });
}
