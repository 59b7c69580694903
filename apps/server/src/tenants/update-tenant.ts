import type { Tenant, tenantEdit } from "@rokad/contract/tenants";
import type * as z from "zod/mini";
import { record } from "../audit/record.ts";
import { transaction } from "../db.ts";
import { notFound, Refusal } from "../errors.ts";
import { announce } from "../live/announce.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { hashPassword } from "./password.ts";
import { lockTenant, updatePerson } from "./queries.ts";
import { announceTenants } from "./announce-tenants.ts";
import { asTenant, changeable } from "./tenant.ts";
import { whatChanged } from "./what-changed.ts";

/**
 * Changes what is given and keeps the rest; a blank password keeps the current one.
 * @throws 404; 409 `TENANT_CHANGED` when the edit was begun from an older state.
 */
export async function updateTenant(
  editor: SuperAdmin,
  id: string,
  edit: z.output<typeof tenantEdit>,
): Promise<Tenant> {
  const passwordHash = edit.password && (await hashPassword(edit.password));
  return transaction(async (db) => {
    const before = await lockTenant(db, id);
    if (!before) throw notFound("This tenant");
    // Compared under the lock: of two edits of the same state the second finds the first's.
    if (edit.updatedAt && Date.parse(edit.updatedAt) !== before.updated_at.getTime()) {
      throw changedMeanwhile();
    }
    const person = await updatePerson(db, before, {
      ...(edit.role && { role: edit.role }),
      ...(edit.features && { features: [...new Set(edit.features)] }),
      ...(edit.allowed_providers && { allowed_providers: [...new Set(edit.allowed_providers)] }),
      ...(passwordHash && { password_hash: passwordHash }),
    });
    await announce(db, [id], ["account"]);
    await announceTenants(db);
    const tenant = asTenant(person);
    const change = whatChanged(changeable(asTenant(before)), changeable(tenant));
    await record(db, {
      act: "tenant.edited",
      by: editor,
      subject: { kind: "tenant", id },
      before: change.before,
      // That there is another password, never which.
      after: passwordHash ? { ...change.after, password: "changed" } : change.after,
    });
    return tenant;
  });
}

function changedMeanwhile(): Refusal {
  return new Refusal(
    409,
    "TENANT_CHANGED",
    "Somebody else has changed this tenant since you opened it. Look at what it is now, then save again.",
  );
}
