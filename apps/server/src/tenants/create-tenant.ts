import { createTenant as call, type Tenant, type tenantForm } from "@rokad/contract/tenants";
import type * as z from "zod/mini";
import { record } from "../audit/record.ts";
import { once } from "../once.ts";
import { hmac } from "../secrets.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { openTenant } from "./open-tenant.ts";
import { hashPassword } from "./password.ts";
import { announceTenants } from "./announce-tenants.ts";
import { changeable } from "./tenant.ts";

/** Opens an account from the super admin's form. @throws what `openTenant` and `once` throw. */
export async function createTenant(
  person: SuperAdmin,
  form: z.output<typeof tenantForm>,
  key: string | undefined,
): Promise<Tenant> {
  const { phone, allowed_providers: allowedProviders, password, ...rest } = form;
  const passwordHash = await hashPassword(password);
  // The request's digest is kept to recognise a repeat. A plain SHA-256 over the password
  // would undo Argon2id, so the password goes in behind our own key.
  const body = { ...form, password: hmac("idempotency", password).toString("hex") };
  return once({ person, call: call.name, key, body }, async (db) => {
    const tenant = await openTenant(db, { ...rest, mobile: phone, allowedProviders, passwordHash });
    await announceTenants(db);
    await record(db, {
      act: "tenant.created",
      by: person,
      subject: { kind: "tenant", id: tenant._id },
      after: { name: tenant.name, phone: tenant.phone, email: tenant.email, ...changeable(tenant) },
    });
    return tenant;
  });
}
