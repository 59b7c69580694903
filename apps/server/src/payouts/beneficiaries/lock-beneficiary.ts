import type { Tx } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";

/** Locks a beneficiary for a change; its payouts wait. @throws 404, for another tenant's too. */
export async function lockBeneficiary(db: Tx, tenant: Tenant, id: string) {
  const row = await db
    .selectFrom("beneficiaries")
    .selectAll()
    .where("tenant_id", "=", tenant.tenantId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("This beneficiary");
  return row;
}
