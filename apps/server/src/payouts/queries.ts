import { listedPayoutFields, payoutFieldNames } from "@rokad/contract/payout-fields";
import type { PayoutStatus } from "@rokad/contract/payouts";
import type { FundsFilter } from "@rokad/contract/waiting-for-funds";
import { sql, type ExpressionBuilder, type Selectable } from "kysely";
import { database, type Db } from "../database/db.ts";
import { endOfDay, startOfDay } from "../kernel/days.ts";
import type { DB, Payouts } from "../database/tables.generated.ts";
import type { Tenant } from "../kernel/person.ts";
import { destinationColumns } from "./destination.ts";

export interface PayoutFilter {
  readonly status?: "all" | PayoutStatus | FundsFilter | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const payoutColumns = [
  "id",
  "payout_kind",
  "created_at",
  ...destinationColumns,
  "amount_paise",
  "fee_paise",
  "gst_paise",
  "returned_paise",
  "charges_returned_at",
  "returned_at",
  "status",
  ...listedPayoutFields,
  "bank_name",
  "ifsc_code",
  "reference_id",
  "utr_number",
  "failure_reason",
] as const;

/** A filter of payouts that are created. */
type CreatedFilter = PayoutFilter & { readonly status?: "all" | PayoutStatus | undefined };

/** The condition for the tenant's payouts that match a filter; days are in Asia/Kolkata. */
function matches(tenant: Tenant, { status, from, to }: CreatedFilter) {
  return (eb: ExpressionBuilder<DB, "payouts">) =>
    eb.and([
      eb("tenant_id", "=", tenant.tenantId),
      ...(status && status !== "all" ? [eb("id", "in", idsOf(tenant, status))] : []),
      ...(from ? [eb("created_at", ">=", startOfDay(from))] : []),
      ...(to ? [eb("created_at", "<", endOfDay(to))] : []),
    ]);
}

/** A payout is either open, and then in the queue, or finished. */
function idsOf(tenant: Tenant, status: PayoutStatus) {
  const isFinished = status === "success" || status === "failed" || status === "cancelled";
  return sql<string>`(
    select payout_id from ${sql.table(isFinished ? "finished_payouts" : "payout_queue")}
    where tenant_id = ${tenant.tenantId} and status = ${status}
  )`;
}

export type PayoutRow = Pick<Selectable<Payouts>, (typeof payoutColumns)[number]>;

/** Selects every payout that matches the filter. */
export function selectPayouts(db: Db, tenant: Tenant, filter: CreatedFilter) {
  return db.selectFrom("payouts").select(payoutColumns).where(matches(tenant, filter));
}

const listed: readonly string[] = payoutColumns;
const otherFields = payoutFieldNames.filter((name) => !listed.includes(name));

/** When a worker next acts on a payout; null when it is finished, or withheld without an end. */
export const nextDueAt = sql<Date | null>`nullif(due_at, 'infinity')`;

/** One payout of the tenant; undefined for another tenant's. */
export function findPayout(tenant: Tenant, id: string) {
  return database()
    .selectFrom("payouts")
    .select([
      ...payoutColumns,
      "provider",
      "attempts",
      "unknown_since",
      "withheld_at",
      "send_blocked_at",
      "closing_id",
    ])
    .select(nextDueAt.as("due_at"))
    .select(otherFields)
    .select((eb) =>
      eb
        .selectFrom("people")
        .select("name")
        .whereRef("people.id", "=", "payouts.initiated_by")
        .as("initiator_name"),
    )
    .select((eb) => [
      eb
        .selectFrom("beneficiary_payouts")
        .select("beneficiary_id")
        .whereRef("payout_id", "=", "payouts.id")
        .as("beneficiary_id"),
      eb
        .selectFrom("beneficiary_payouts")
        .select("destination_id")
        .whereRef("payout_id", "=", "payouts.id")
        .as("destination_id"),
    ])
    .where("tenant_id", "=", tenant.tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A payout's partial returns, oldest first. */
export function selectReturns(payoutId: string) {
  return database()
    .selectFrom("payout_reversals")
    .select(["amount_paise", "fee_paise", "gst_paise", "return_reference", "created_at"])
    .where("payout_id", "=", payoutId)
    .where("is_partial", "=", true)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** A payout's timeline, oldest first. */
export function selectEvents(payoutId: string) {
  return database()
    .selectFrom("payout_events")
    .select(["at", "event", "detail"])
    .where("payout_id", "=", payoutId)
    .orderBy("at")
    .execute();
}
