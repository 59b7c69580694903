import type { Feature } from "@rokad/contract/call";
import { featurePermissions, includesFeature } from "@rokad/contract/feature-permissions";
import { permissionsOf, type InstallationRole, type TenantRole } from "@rokad/contract/roles";
import type { Scope } from "@rokad/contract/scopes";
import type { Role, User } from "@rokad/contract/sign-in";

/** Where a request came from. */
export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** The person who acts: codes, locks, sessions and the audit log are theirs. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  /** In the business, or in the installation for a super admin. */
  readonly roles: readonly (TenantRole | InstallationRole)[];
}

/**
 * A signed-in member of a business, or a super admin. Every tenant-scoped query takes one, never a
 * bare id. `id`, `name` and `mobile` are the business's; `member` is who acts for it.
 */
export interface Person {
  readonly id: string;
  readonly sessionId: string;
  readonly name: string;
  readonly mobile: string;
  readonly role: Role;
  readonly features: readonly Feature[];
  readonly allowedProviders: readonly ("primary" | "alternative")[];
  readonly member: Member;
  /** True for a super admin who views this tenant's console, which is read-only. */
  readonly isViewed?: boolean;
  /** Set if a program acts with a key: `member` answers for it, and its scopes decide. */
  readonly apiKey?: ActingKey;
  /** True if a call that texts a code is to ask for a passkey instead. */
  readonly withPasskey?: boolean;
  /** For the audit log; undefined for people of the demo. */
  readonly from?: RequestOrigin | undefined;
}

/** The API key of a request. */
export interface ActingKey {
  readonly id: string;
  readonly name: string;
  readonly mode: "test" | "live";
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
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

/**
 * The person as a user of the API: the business's id, the member's name and number, and the features
 * that the business can use and the member's roles let them use.
 */
export function asUser(person: Pick<Person, "id" | "role" | "features" | "member">): User {
  const { features } = person;
  const allowed = permissionsOf({ role: person.role, roles: person.member.roles });
  return {
    id: person.id,
    name: person.member.name,
    phone: person.member.mobile,
    role: person.role,
    features: features.filter(
      (feature) =>
        includesFeature(features, feature) && allowed.includes(featurePermissions[feature]),
    ),
  };
}
