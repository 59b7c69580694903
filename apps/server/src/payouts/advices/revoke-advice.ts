import type { PaymentAdvice } from "@rokad/contract/payment-advices";
import { sql } from "kysely";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import { selectAdvices } from "./stored-advice.ts";

/**
 * Ends an advice at once; one that is only planned is not sent. A repeat changes nothing.
 * @throws 404, also for another tenant's.
 */
export function revokeAdvice(
  person: Tenant,
  payoutId: string,
  adviceId: string,
): Promise<PaymentAdvice> {
  return transaction(async (db) => {
    const { rows } = await sql<{ before: string }>`
      with before as (
        select id, state from payment_advices
        where id = ${adviceId} and payout_id = ${payoutId} and tenant_id = ${person.tenantId} for update
      )
      update payment_advices set
        state = case when before.state = 'planned' then 'dropped' else 'revoked' end,
        revoked_at = case when before.state = 'active' then ${now()}::timestamptz end,
        revoked_by = ${person.member.id}
      from before
      where payment_advices.id = before.id and before.state in ('planned', 'active')
      returning before.state as before
    `.execute(db);
    const advice = (await selectAdvices(db, person.tenantId, payoutId)).find(
      ({ id }) => id === adviceId,
    );
    if (!advice) throw notFound("This payment advice");
    if (rows.length > 0) {
      await publishChange(db, [person.tenantId], ["payouts"]);
      await record(db, {
        act: "payment_advice.revoked",
        by: person,
        subject: { kind: "payout", id: payoutId },
        after: { advice: adviceId },
      });
    }
    return advice;
  });
}
