import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import type { Tenant } from "../../kernel/person.ts";
import { lockBeneficiary } from "./lock-beneficiary.ts";

/** Archives a beneficiary, or restores it. A repeat changes nothing. @throws 404. */
export async function setArchived(
  db: Tx,
  tenant: Tenant,
  id: string,
  isArchived: boolean,
): Promise<void> {
  const { name, archived_at } = await lockBeneficiary(db, tenant, id);
  if ((archived_at !== null) === isArchived) return;
  await db
    .updateTable("beneficiaries")
    .set({ archived_at: isArchived ? now() : null, updated_at: now() })
    .where("id", "=", id)
    .execute();
  await publishChange(db, [tenant.tenantId], ["beneficiaries"]);
  await record(db, {
    act: isArchived ? "beneficiary.archived" : "beneficiary.restored",
    by: tenant,
    subject: { kind: "beneficiary", id },
    after: { name },
  });
}
