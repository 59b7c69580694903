import { createTenant as call, type Tenant, type tenantForm } from "@rokad/contract/tenants";
import type * as z from "zod/mini";
import { record } from "../../identity/audit/record.ts";
import { withIdempotency } from "../../http/idempotency.ts";
import { hmac } from "../../kernel/app-secret.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { assertUncommonPassword } from "./assert-uncommon-password.ts";
import { openTenant } from "./open-tenant.ts";
import { hashPassword } from "./hash-password.ts";
import { changeable } from "./tenant.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/** Opens an account from the super admin's form. @throws the errors of
 * `assertUncommonPassword`, `openTenant` and `withIdempotency`. */
export async function createTenant(
  person: SuperAdmin,
  form: z.output<typeof tenantForm>,
  key: string | undefined,
): Promise<Tenant> {
  const { phone, allowed_providers: allowedProviders, password, ...rest } = form;
  await assertUncommonPassword(password, { name: form.name, mobile: phone });
  const passwordHash = await hashPassword(password);
  // The stored digest of the request identifies a repeat. A plain SHA-256 of the password would
  // weaken Argon2id, so the digest contains a keyed hash of it.
  const body = { ...form, password: hmac("idempotency", password).toString("hex") };
  return withIdempotency({ person, call: call.name, key, body }, async (db) => {
    const tenant = await openTenant(db, { ...rest, mobile: phone, allowedProviders, passwordHash });
    await publishToSuperAdmins(db, ["tenants"]);
    await record(db, {
      act: "tenant.created",
      by: person,
      subject: { kind: "tenant", id: tenant._id },
      after: { name: tenant.name, phone: tenant.phone, email: tenant.email, ...changeable(tenant) },
    });
    return tenant;
  });
}
