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

/** What every signed-in person has. `member` is who acts. */
interface SignedIn {
  readonly sessionId: string;
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

/**
 * A member of a business, and the business for which they act. Every tenant-scoped query takes one,
 * never a bare id.
 */
export interface Tenant extends SignedIn {
  readonly role: "operator" | "retailer";
  readonly tenantId: string;
  /** Of the business. */
  readonly name: string;
  /** Of the business, ten digits. */
  readonly mobile: string;
  readonly features: readonly Feature[];
  readonly allowedProviders: readonly ("primary" | "alternative")[];
}

/** Who runs the installation. The type keeps them out of tenant-scoped queries. */
export interface SuperAdmin extends SignedIn {
  readonly role: "superadmin";
}

export type Person = Tenant | SuperAdmin;

/** The API key of a request. */
export interface ActingKey {
  readonly id: string;
  readonly name: string;
  readonly mode: "test" | "live";
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

export function isTenant(person: Person): person is Tenant {
  return person.role !== "superadmin";
}

export function isSuperAdmin(person: Person): person is SuperAdmin {
  return person.role === "superadmin";
}

/** Whose files, notifications and keys of requests these are: the business's, or a super admin's own. */
export function ownerIdOf(person: Person): string {
  return isTenant(person) ? person.tenantId : person.member.id;
}

/** A person's account for the API: the business, or the super admin themselves. */
interface Account {
  readonly id: string;
  readonly role: Role;
  readonly features: readonly Feature[];
  readonly member: Member;
}

/**
 * The person as a user of the API: the business's id, the member's name and number, and the features
 * that the business can use and the member's roles let them use.
 */
export function asUser({ id, role, features, member }: Account): User {
  const allowed = permissionsOf({ role, roles: member.roles });
  return {
    id,
    name: member.name,
    phone: member.mobile,
    role,
    features: features.filter(
      (feature) =>
        includesFeature(features, feature) && allowed.includes(featurePermissions[feature]),
    ),
  };
}
