import type { BillingDetails, billingDetailsForm } from "@rokad/contract/billing-details";
import type * as z from "zod/mini";
import { database, transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import type { Tenant } from "../../kernel/person.ts";
import { knownState } from "./parties.ts";

/** The billing details of a business; null if none were saved. */
export async function readBillingDetails({ tenantId: id }: Tenant): Promise<BillingDetails | null> {
  const row = await database()
    .selectFrom("billing_details")
    .select(["legal_name", "address", "state_code", "gstin"])
    .where("tenant_id", "=", id)
    .executeTakeFirst();
  return row ? { ...row, state_code: knownState(row.state_code) } : null;
}

/** Saves the billing details for documents from now on; issued ones keep theirs. */
export async function saveBillingDetails(
  tenant: Tenant,
  form: z.output<typeof billingDetailsForm>,
): Promise<BillingDetails> {
  const details = { ...form, gstin: form.gstin?.trim().toUpperCase() || null };
  return transaction(async (db) => {
    const row = { ...details, changed_at: now(), changed_by: tenant.member.id };
    await db
      .insertInto("billing_details")
      .values({ tenant_id: tenant.tenantId, ...row })
      .onConflict((one) => one.column("tenant_id").doUpdateSet(row))
      .execute();
    await publishChange(db, [tenant.tenantId], ["account"]);
    await record(db, {
      act: "billing_details.changed",
      by: tenant,
      subject: { kind: "tenant", id: tenant.tenantId },
      after: details,
    });
    return details;
  });
}
