import type { BeneficiaryDetail } from "@rokad/contract/beneficiaries";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { inr, maskEnd } from "../../kernel/money.ts";
import { mayDo } from "../../kernel/permissions.ts";
import type { Tenant } from "../../kernel/person.ts";
import { payoutColumns } from "../queries.ts";
import { asPayout } from "../read/list-payouts.ts";
import { decryptDetails } from "./beneficiary-details.ts";
import { describeDestinations, selectDestinations } from "./payout-destinations.ts";
import { asListed, findLastPaid } from "./list-beneficiaries.ts";

/**
 * One beneficiary with all destinations, what was paid, and the last payouts.
 * @throws 404, for another tenant's too.
 */
export async function showBeneficiary(
  db: Db,
  tenant: Tenant,
  id: string,
): Promise<BeneficiaryDetail> {
  const row = await db
    .selectFrom("beneficiaries")
    .selectAll()
    .where("tenant_id", "=", tenant.tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("This beneficiary");
  const found = await selectDestinations(db, tenant, [id], { withEnded: true });
  const destinations = (await describeDestinations(db, tenant, found))(id);
  const totals = await sumPayouts(db, id);
  const details = decryptDetails(row);
  const isEditor = mayDo(tenant, "prepare") && !tenant.isViewed;
  const number = (value: string | undefined) =>
    value === undefined ? null : isEditor ? value : maskEnd(value.slice(-4));
  return {
    ...asListed(
      row,
      destinations.filter((destination) => destination.ended_at === null),
      (await findLastPaid(db, [id]))(id),
    ),
    note: row.note,
    email: details.email ?? null,
    phone: details.phone ?? null,
    address: details.address ?? null,
    gstin: number(details.gstin),
    pan: number(details.pan),
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    destinations,
    paid: { total: inr(totals.paid), count: Number(totals.paid_count) },
    pending: { total: inr(totals.pending), count: Number(totals.pending_count) },
    payouts: await selectLastPayouts(db, tenant, id),
  };
}

/** What banks sent back of a paid payout is not paid. */
async function sumPayouts(db: Db, id: string) {
  const { rows } = await sql<{
    paid: bigint;
    paid_count: bigint;
    pending: bigint;
    pending_count: bigint;
  }>`
    select coalesce(sum(amount_paise - returned_paise) filter (where status = 'success'), 0)::bigint
        as paid,
      count(*) filter (where status = 'success') as paid_count,
      coalesce(sum(amount_paise) filter (where status in ('pending', 'processing')), 0)::bigint
        as pending,
      count(*) filter (where status in ('pending', 'processing')) as pending_count
    from beneficiary_payouts join payouts on payouts.id = payout_id
    where beneficiary_id = ${id}
  `.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error("A sum without groups has one row");
  return totals;
}

async function selectLastPayouts(db: Db, tenant: Tenant, id: string) {
  const rows = await db
    .selectFrom("beneficiary_payouts")
    .innerJoin("payouts", "payouts.id", "payout_id")
    .select(payoutColumns.map((column) => `payouts.${column}` as const))
    .where("beneficiary_id", "=", id)
    .where("payouts.tenant_id", "=", tenant.tenantId)
    .orderBy("beneficiary_payouts.created_at", "desc")
    .orderBy("payout_id", "desc")
    .limit(limits.beneficiaryPayoutsRows)
    .execute();
  return rows.map((row) => asPayout(tenant, row));
}
