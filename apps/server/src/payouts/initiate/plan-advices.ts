import type { Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { Initiation } from "./initiation.ts";

/**
 * Plans an e-mail for each of these payouts that wants a payment advice and has an address: it is sent
 * once the payout is paid. Payouts that want none cost nothing.
 */
export async function planAdvices(db: Tx, list: readonly Initiation[]): Promise<void> {
  const planned = list.flatMap(({ id, payerId, order }) =>
    order.send_advice === true && order.beneficiary_email
      ? [
          {
            id: newId(),
            payout_id: id,
            tenant_id: payerId,
            state: "planned",
            email: order.beneficiary_email,
            created_at: now(),
          },
        ]
      : [],
  );
  if (planned.length > 0) await db.insertInto("payment_advices").values(planned).execute();
}
