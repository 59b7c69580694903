import { formatMoney } from "@rokad/money/format";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { formatPayee } from "../../identity/sms/write-text.ts";
import { inr, plainRupees } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { ChosenRequest } from "./approve-requests.ts";
import { phraseOf } from "../phrase-of.ts";
import { decryptOrder, type StoredRequest } from "./stored-request.ts";

/** What a signature of these approvals signs, and the text of its code. */
export async function describeApprovals(
  person: Tenant,
  chosen: readonly ChosenRequest[],
): Promise<SignedSummary> {
  const { rows } = await sql<StoredRequest>`
    select payment_requests.* from payment_requests
    join unnest(${chosen.map(({ id }) => id)}::uuid[]) with ordinality as chosen (id, at) using (id)
    where tenant_id = ${person.tenantId} order by at
  `.execute(database());
  const [first] = rows;
  if (!first) return { summary: "Approve payment requests" };
  const { order } = decryptOrder(first);
  const total = rows.reduce((sum, { amount_paise: paise }) => sum + paise, 0n);
  const text = {
    kind: rows.length === 1 ? ("approval" as const) : ("approvals" as const),
    amount: plainRupees(total),
    count: String(rows.length),
    beneficiary: formatPayee({
      name: order.beneficiary_name,
      to:
        order.method === "upi" ? { upiId: order.upi_id } : { accountNumber: order.account_number },
    }),
  };
  const summary =
    rows.length === 1
      ? `Approve payout of ${phraseOf(first)}`
      : `Approve ${rows.length} payouts of ${formatMoney(inr(total))} in total, the first to ${first.beneficiary_name}`;
  return { summary, text };
}
