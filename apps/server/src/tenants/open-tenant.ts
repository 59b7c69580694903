import type { Feature } from "@rokad/contract/call";
import type { Tenant } from "@rokad/contract/tenants";
import { now } from "../clock.ts";
import { violated, type Tx } from "../db.ts";
import { Refusal } from "../errors.ts";
import { newId } from "../ids.ts";
import * as ledger from "../ledger/ledger.ts";
import { insertPerson } from "./queries.ts";
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
 * Opens a tenant account and its wallet at zero, both or neither.
 * @throws 409 `PHONE_TAKEN`, also for the number of a closed account: its books keep it.
 */
export async function openTenant(db: Tx, tenant: NewTenant): Promise<Tenant> {
  const person = await insertPerson(db, {
    id: newId(),
    mobile: tenant.mobile,
    name: tenant.name,
    email: tenant.email || null,
    role: tenant.role,
    features: [...new Set(tenant.features)],
    allowed_providers: [...new Set(tenant.allowedProviders)],
    password_hash: tenant.passwordHash ?? null,
    created_at: now(),
    updated_at: now(),
  }).catch((error: unknown) => {
    // Left to the index rather than looked up first: two tries at once can't both pass it.
    throw violated(error) === "people_mobile_key" ? phoneTaken() : error;
  });
  await ledger.open(db, [person.id]);
  return asTenant(person);
}

function phoneTaken(): Refusal {
  const sentence = "An account with this phone number exists already";
  return new Refusal(409, "PHONE_TAKEN", sentence, { fields: { phone: sentence } });
}
