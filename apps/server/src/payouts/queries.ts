import type { PayoutStatus } from "@rokad/contract/payouts";
import { sql, type ExpressionBuilder } from "kysely";
import { database, type Db } from "../db.ts";
import { endOfDay, startOfDay } from "../days.ts";
import type { DB } from "../database.generated.ts";
import { reading } from "../replica.ts";
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

export type PayoutRow = Awaited<ReturnType<typeof payoutsPage>>[number];

export async function payoutsPage(
  tenant: Tenant,
  filter: PayoutFilter,
  page: number,
  limit: number,
) {
  return newestFirst(await reading(), tenant, filter)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

function newestFirst(db: Db, tenant: Tenant, filter: PayoutFilter) {
  return everyPayout(db, tenant, filter).orderBy("created_at", "desc").orderBy("id", "desc");
}

/** Every payout of the filter. */
export function everyPayout(db: Db, tenant: Tenant, filter: PayoutFilter) {
  return db.selectFrom("payouts").select(payoutColumns).where(matching(tenant, filter));
}

/** Of the whole filter. A failed payout was charged nothing in the end. */
export async function payoutTotalsOf(tenant: Tenant, filter: PayoutFilter) {
  return (await reading())
    .selectFrom("payouts")
    .select([
      sql<bigint>`count(*)`.as("count"),
      sql<bigint>`coalesce(sum(amount_paise), 0)::bigint`.as("amount"),
      sql<bigint>`coalesce(sum(fee_paise + gst_paise) filter (where status <> 'failed'), 0)::bigint`.as(
        "charges",
      ),
      sql<bigint>`count(*) filter (where status = 'success')`.as("success"),
      sql<bigint>`count(*) filter (where status in ('pending', 'processing'))`.as("pending"),
    ])
    .where(matching(tenant, filter))
    .executeTakeFirstOrThrow();
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
