import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import type { Initiation } from "./initiation.ts";

/** Stores which saved beneficiaries these payouts named. Payouts that named none cost nothing. */
export async function recordBeneficiaries(db: Tx, list: readonly Initiation[]): Promise<void> {
  const named = list.flatMap(({ id, payerId, destination }) =>
    destination
      ? [
          {
            payout_id: id,
            tenant_id: payerId,
            beneficiary_id: destination.beneficiaryId,
            destination_id: destination.id,
            created_at: now(),
          },
        ]
      : [],
  );
  if (named.length === 0) return;
  await db.insertInto("beneficiary_payouts").values(named).execute();
  await publishChange(
    db,
    named.map((row) => row.tenant_id),
    ["beneficiaries"],
  );
}

/**
 * Stores why payouts were sent while an earlier one was unclear: in their timeline and in the audit
 * log. Call it last in the transaction, as the audit log wants.
 */
export async function recordRepeatReasons(db: Tx, list: readonly Initiation[]): Promise<void> {
  for (const { id, payerId, payer, order } of list) {
    const reason = order.repeat_reason;
    if (!reason) continue;
    await db
      .insertInto("payout_events")
      .values({ payout_id: id, tenant_id: payerId, at: now(), event: "repeated", detail: reason })
      .execute();
    await record(db, {
      act: "payout.repeated",
      by: payer ?? null,
      subject: { kind: "payout", id },
      reason,
    });
  }
}
