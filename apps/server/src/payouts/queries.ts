import type { PayoutStatus } from "@rokad/contract/payouts";
import type { ExpressionBuilder, Selectable } from "kysely";
import { database, type Db } from "../db.ts";
import { endOfDay, startOfDay } from "../days.ts";
import type { DB, Payouts } from "../database.generated.ts";
import type { Tenant } from "../sign-in/person.ts";
import { destinationColumns } from "./destination.ts";

export interface PayoutFilter {
  readonly status?: "all" | PayoutStatus | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const payoutColumns = [
  "id",
  "created_at",
  ...destinationColumns,
  "amount_paise",
  "fee_paise",
  "gst_paise",
  "status",
  "beneficiary_name",
  "bank_name",
  "ifsc_code",
  "reference_id",
  "utr_number",
  "failure_reason",
] as const;

/** The tenant's payouts under a filter; days are whole days in Asia/Kolkata. */
function matching(tenant: Tenant, { status, from, to }: PayoutFilter) {
  return (eb: ExpressionBuilder<DB, "payouts">) =>
    eb.and([
      eb("person_id", "=", tenant.id),
      ...(status && status !== "all" ? [eb("status", "=", status)] : []),
      ...(from ? [eb("created_at", ">=", startOfDay(from))] : []),
      ...(to ? [eb("created_at", "<", endOfDay(to))] : []),
    ]);
}

export type PayoutRow = Pick<Selectable<Payouts>, (typeof payoutColumns)[number]>;

/** Every payout of the filter. */
export function everyPayout(db: Db, tenant: Tenant, filter: PayoutFilter) {
  return db.selectFrom("payouts").select(payoutColumns).where(matching(tenant, filter));
}

export function payoutOf(tenant: Tenant, id: string) {
  return database()
    .selectFrom("payouts")
    .select([
      ...payoutColumns,
      "beneficiary_email",
      "beneficiary_phone",
      "beneficiary_address",
      "remarks",
      "provider",
      "attempts",
      "due_at",
      "unknown_since",
    ])
    .where("person_id", "=", tenant.id)
    .where("id", "=", id)
    .executeTakeFirst();
}

export function eventsOf(payoutId: string) {
  return database()
    .selectFrom("payout_events")
    .select(["at", "event", "detail"])
    .where("payout_id", "=", payoutId)
    .orderBy("at")
    .execute();
}
