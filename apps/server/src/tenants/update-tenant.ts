import type { Tenant, tenantEdit } from "@rokad/contract/tenants";
import type * as z from "zod/mini";
import { now } from "../clock.ts";
import { transaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { announce } from "../live/announce.ts";
import { hashPassword } from "./password.ts";
import { lockTenant, updatePerson } from "./queries.ts";
import { asTenant } from "./tenant.ts";

/** Changes what is given and keeps the rest; a blank password keeps the current one. */
export async function updateTenant(id: string, edit: z.output<typeof tenantEdit>): Promise<Tenant> {
  const passwordHash = edit.password && (await hashPassword(edit.password));
  return transaction(async (db) => {
    if (!(await lockTenant(db, id))) throw notFound("This tenant");
    const person = await updatePerson(db, id, {
      ...(edit.role && { role: edit.role }),
      ...(edit.features && { features: [...new Set(edit.features)] }),
      ...(edit.allowed_providers && { allowed_providers: [...new Set(edit.allowed_providers)] }),
      ...(passwordHash && { password_hash: passwordHash }),
      updated_at: now(),
    });
    await announce(db, [id], ["account"]);
    return asTenant(person);
  });
}
