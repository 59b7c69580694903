import type { Feature } from "@rokad/contract/call";
import type { Role, User } from "@rokad/contract/sign-in";

/** Where a request came from. */
export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** A signed-in person. Every tenant-scoped query takes one, never a bare id. */
export interface Person {
  readonly id: string;
  readonly sessionId: string;
  readonly name: string;
  readonly mobile: string;
  readonly role: Role;
  readonly features: readonly Feature[];
  readonly allowedProviders: readonly ("primary" | "alternative")[];
  /** True for a super admin who views this tenant's console, which is read-only. */
  readonly isViewed?: boolean;
  /** True if a call that texts a code is to ask for a passkey instead. */
  readonly withPasskey?: boolean;
  /** For the audit log; undefined for people of the demo. */
  readonly from?: RequestOrigin | undefined;
}

/** A business with a wallet. The type keeps a super admin out of tenant-scoped queries. */
export type Tenant = Person & { readonly role: "operator" | "retailer" };
export type SuperAdmin = Person & { readonly role: "superadmin" };

export function isTenant(person: Person): person is Tenant {
  return person.role !== "superadmin";
}

export function isSuperAdmin(person: Person): person is SuperAdmin {
  return person.role === "superadmin";
}

/** The person as a user of the API. */
export function asUser(
  person: Omit<Person, "sessionId" | "allowedProviders" | "isViewed" | "withPasskey" | "from">,
): User {
  return {
    id: person.id,
    name: person.name,
    phone: person.mobile,
    role: person.role,
    features: [...person.features],
  };
}
