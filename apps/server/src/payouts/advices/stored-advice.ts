import type { PaymentAdvice } from "@rokad/contract/payment-advices";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";

interface AdviceRow {
  readonly id: string;
  readonly state: "planned" | "active" | "revoked" | "dropped";
  readonly email: string | null;
  readonly email_state: "waiting" | "sent" | "failed" | null;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

/** The advices of a tenant's payout, newest first. */
export async function selectAdvices(
  db: Db,
  tenantId: string,
  payoutId: string,
): Promise<PaymentAdvice[]> {
  const { rows } = await sql<AdviceRow>`
    select advices.id, advices.state, advices.email, outbound_messages.state as email_state,
      advices.created_at, people.name as created_by, expires_at, revoked_at
    from payment_advices as advices
    left join outbound_messages on outbound_messages.id = message_id
    left join people on people.id = created_by
    where payout_id = ${payoutId} and advices.tenant_id = ${tenantId}
    order by advices.created_at desc, advices.id desc
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    state: row.state === "active" && !isInFuture(row.expires_at) ? "expired" : row.state,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }));
}

const isInFuture = (at: Date | null) => at !== null && at > now();
