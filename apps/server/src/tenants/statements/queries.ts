import type { Db } from "../../database/db.ts";
import { destinationColumns } from "../../payouts/destination.ts";
import type { Tenant } from "../../kernel/person.ts";

export type PayoutFacts = Awaited<ReturnType<typeof payoutsBehind>>[number];
export type DepositFacts = Awaited<ReturnType<typeof depositsBehind>>[number];

/** The tenant's payouts with these ids, for their ledger entries. */
export function payoutsBehind(db: Db, tenant: Tenant, ids: readonly string[]) {
  return db
    .selectFrom("payouts")
    .select([
      "id",
      "payout_kind",
      ...destinationColumns,
      "beneficiary_name",
      "bank_name",
      "ifsc_code",
      "amount_paise",
      "fee_paise",
      "gst_paise",
      "reference_id",
      "status",
      "utr_number",
      "failure_reason",
      "finished_at",
    ])
    .where("tenant_id", "=", tenant.tenantId)
    .where("id", "in", ids)
    .execute();
}

export type AdjustmentFacts = Awaited<ReturnType<typeof adjustmentsBehind>>[number];

/** The adjustments of the tenant's wallet with these ids, for their ledger entries. */
export function adjustmentsBehind(db: Db, tenant: Tenant, ids: readonly string[]) {
  return db
    .selectFrom("adjustments")
    .select(["id", "kind", "reason", "reference"])
    .where("tenant_id", "=", tenant.tenantId)
    .where("id", "in", ids)
    .execute();
}

export type PartFacts = Awaited<ReturnType<typeof partsBehind>>[number];

/** The tenant's partial returns with these ids. */
export function partsBehind(db: Db, tenant: Tenant, ids: readonly string[]) {
  return db
    .selectFrom("payout_reversals")
    .select(["id", "payout_id", "reason"])
    .where("tenant_id", "=", tenant.tenantId)
    .where("id", "in", ids)
    .execute();
}

export type HoldFacts = Awaited<ReturnType<typeof holdsBehind>>[number];

/** What payment requests of the tenant held, with these ids. */
export function holdsBehind(db: Db, tenant: Tenant, ids: readonly string[]) {
  return db
    .selectFrom("request_holds")
    .select(["id", "beneficiary_name", "payout_id"])
    .where("tenant_id", "=", tenant.tenantId)
    .where("id", "in", ids)
    .execute();
}

/** The tenant's deposits with these ids, each with its sending bank account. */
export function depositsBehind(db: Db, tenant: Tenant, ids: readonly string[]) {
  return db
    .selectFrom("deposits")
    .leftJoin("bank_accounts", "bank_accounts.id", "deposits.bank_account_id")
    .select([
      "deposits.id",
      "deposits.utr_reference",
      "deposits.amount_paise",
      "deposits.requested_paise",
      "bank_accounts.bank_name",
      "bank_accounts.account_number_end",
      "bank_accounts.ifsc_code",
    ])
    .where("deposits.tenant_id", "=", tenant.tenantId)
    .where("deposits.id", "in", ids)
    .execute();
}
