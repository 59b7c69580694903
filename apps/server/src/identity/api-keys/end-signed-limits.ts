import type { Tx } from "../../database/db.ts";

/**
 * Ends the limits that a member signed for API keys: those keys send nothing until an owner signs new
 * ones, also when the member gets the role again. Programs with them lose nothing else.
 */
export async function endSignedLimits(db: Tx, tenantId: string, personId: string): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ limits_id: null })
    .where("tenant_id", "=", tenantId)
    .where("limits_id", "in", (select) =>
      select.selectFrom("api_key_limits").select("id").where("signed_by", "=", personId),
    )
    .execute();
}
