import type { Feature } from "@rokad/contract/call";
import type { Tenant } from "@rokad/contract/tenants";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import * as ledger from "../../ledger/ledger.ts";
import { insertTenant } from "./queries.ts";
import { asTenant } from "./tenant.ts";

export interface NewTenant {
  readonly name: string;
  /** Ten digits. */
  readonly mobile: string;
  readonly email?: string | undefined;
  readonly role: "operator" | "retailer";
  readonly features: readonly Feature[];
  readonly allowedProviders: readonly ("primary" | "alternative")[];
  /** From `hashPassword`. */
  readonly passwordHash?: string | undefined;
}

/**
 * Opens a tenant account and its empty wallet in one transaction. A person who is only a member of
 * other businesses founds this one and stays a member of those.
 * @throws 409 `PHONE_TAKEN`, also for the number of a closed account.
 */
export async function openTenant(db: Tx, tenant: NewTenant): Promise<Tenant> {
  const row = await insertTenant(db, {
    mobile: tenant.mobile,
    name: tenant.name,
    email: tenant.email || null,
    role: tenant.role,
    features: [...new Set(tenant.features)],
    allowed_providers: [...new Set(tenant.allowedProviders)],
    password_hash: tenant.passwordHash ?? null,
    created_at: now(),
    updated_at: now(),
  });
  if (!row) throw phoneTaken();
  await ledger.open(db, [row.id]);
  return asTenant(row);
}

function phoneTaken(): ApiError {
  const message = "An account with this phone number already exists";
  return new ApiError(409, "PHONE_TAKEN", message, { fields: { phone: message } });
}
