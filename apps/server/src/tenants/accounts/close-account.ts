import type { Selectable } from "kysely";
import { record } from "../../identity/audit/record.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { endSessionsOfTenant } from "../../identity/sign-in/end-session.ts";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import type { Tenants } from "../../database/tables.generated.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { closeVirtualAccountsOf } from "../../money-in/virtual-accounts/close-virtual-account.ts";
import { updateTenantRow } from "./queries.ts";

type LockedTenant = Pick<
  Selectable<Tenants>,
  "id" | "name" | "mobile" | "is_active" | "updated_at"
>;

/**
 * Closes an account that the caller has locked, with its wallet, and found empty: sign-in ends
 * permanently, and its ledger entries stay.
 * @param by null when the last withdrawal of a closing was paid.
 */
export async function closeAccount(
  db: Tx,
  tenant: LockedTenant,
  by: SuperAdmin | null,
): Promise<void> {
  const { id } = tenant;
  await updateTenantRow(db, tenant, { is_active: false, closed_at: now(), closing_at: null });
  await db
    .updateTable("tenant_closings")
    .set({
      state: "closed",
      ended_at: now(),
      ended_by: by?.member.id ?? null,
      needs_attention: false,
    })
    .where("tenant_id", "=", id)
    .where("state", "=", "open")
    .execute();
  await endSessionsOfTenant(db, id, "closed");
  await closeVirtualAccountsOf(db, id, by);
  await publishToSuperAdmins(db, ["tenants"]);
  await record(db, {
    act: "tenant.closed",
    by,
    subject: { kind: "tenant", id },
    before: { name: tenant.name, phone: tenant.mobile, isActive: tenant.is_active },
    after: { isActive: false, closed: true },
  });
}
