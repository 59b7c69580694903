import type { Feature } from "@rokad/contract/call";
import type { Role, User } from "@rokad/contract/sign-in";
import type { Visitor } from "./open-session.ts";

/** Somebody who is signed in. Every tenant-scoped query takes one, never a bare id. */
export interface Person {
  readonly id: string;
  readonly sessionId: string;
  readonly name: string;
  readonly mobile: string;
  readonly role: Role;
  readonly features: readonly Feature[];
  readonly allowedProviders: readonly ("primary" | "alternative")[];
  /** True for a super admin who looks at this tenant's console: they read, and that is all. */
  readonly isViewed?: boolean;
  /** Where their request came from, for the audit log; the demo's people have none. */
  readonly from?: Visitor | undefined;
}

/** A business that has a wallet. The brand keeps a super admin out of tenants' queries. */
export type Tenant = Person & { readonly role: "operator" | "retailer" };
export type SuperAdmin = Person & { readonly role: "superadmin" };

export function isTenant(person: Person): person is Tenant {
  return person.role !== "superadmin";
}

export function isSuperAdmin(person: Person): person is SuperAdmin {
  return person.role === "superadmin";
}

/** The person as the console knows them. */
export function asUser(
  person: Omit<Person, "sessionId" | "allowedProviders" | "isViewed" | "from">,
): User {
  return {
    id: person.id,
    name: person.name,
    phone: person.mobile,
    role: person.role,
    features: [...person.features],
  };
}
