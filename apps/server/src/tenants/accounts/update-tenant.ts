import type { Tenant, tenantEdit } from "@rokad/contract/tenants";
import type * as z from "zod/mini";
import { record } from "../../identity/audit/record.ts";
import { database } from "../../database/db.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { notFound, ApiError } from "../../kernel/errors.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { hashPassword } from "./hash-password.ts";
import { assertUncommonPassword } from "./assert-uncommon-password.ts";
import { updateTenantRow } from "./queries.ts";
import { findTenant, lockTenant } from "../../identity/people/tenant-queries.ts";
import { asTenant, changeable } from "./tenant.ts";
import { changedFields } from "./changed-fields.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Changes the given fields; a blank password keeps the current one.
 * @param run runs the change once for the request's key.
 * @throws 404; 400 for a common password; 409 `TENANT_CHANGED` when the edit started from an older state.
 */
export async function updateTenant(
  editor: SuperAdmin,
  id: string,
  edit: z.output<typeof tenantEdit>,
  run: RunTransaction,
): Promise<Tenant> {
  const passwordHash = edit.password && (await checkAndHash(edit.password, id));
  return run(async (db) => {
    const before = await lockTenant(db, id);
    if (!before) throw notFound("This tenant");
    // Closes the race between two edits of one state: the second sees the first's version.
    if (edit.updatedAt && Date.parse(edit.updatedAt) !== before.updated_at.getTime()) {
      throw tenantChanged();
    }
    const row = await updateTenantRow(db, before, {
      ...(edit.role && { role: edit.role }),
      ...(edit.features && { features: [...new Set(edit.features)] }),
      ...(edit.allowed_providers && { allowed_providers: [...new Set(edit.allowed_providers)] }),
      ...(passwordHash && { password_hash: passwordHash }),
    });
    await publishChange(db, [id], ["account"]);
    await publishToSuperAdmins(db, ["tenants"]);
    const tenant = asTenant(row);
    const change = changedFields(changeable(asTenant(before)), changeable(tenant));
    await record(db, {
      act: "tenant.edited",
      by: editor,
      subject: { kind: "tenant", id },
      before: change.before,
      // Records that the password changed, never the password.
      after: passwordHash ? { ...change.after, password: "changed" } : change.after,
    });
    return tenant;
  });
}

async function checkAndHash(password: string, id: string): Promise<string> {
  const tenant = await findTenant(database(), id);
  if (!tenant) throw notFound("This tenant");
  await assertUncommonPassword(password, tenant);
  return hashPassword(password);
}

function tenantChanged(): ApiError {
  return new ApiError(
    409,
    "TENANT_CHANGED",
    "Another super admin changed this tenant after you opened it. Check the new values, then save again.",
  );
}
