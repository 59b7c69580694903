import type { InstallationRole } from "@rokad/contract/roles";
import type { Role } from "@rokad/contract/sign-in";
import type { Tx } from "../../database/db.ts";
import { accountInactive } from "../../kernel/errors.ts";
import type { Person, Tenant } from "../../kernel/person.ts";
import { findTenantsOf, type OwnTenant } from "../people/membership.ts";

interface Account extends Pick<Tenant, "name" | "features"> {
  readonly id: string;
  readonly role: Role;
  readonly roles: Person["member"]["roles"];
}

/** A person who signs in, and for whom. */
interface SigningIn extends Pick<Person["member"], "id" | "name" | "mobile"> {
  /** The business that they chose last, or the super admin. */
  readonly account: Account;
  /** Empty for a super admin. */
  readonly tenants: readonly OwnTenant[];
}

/**
 * Locks a person and their businesses for a sign-in. Closes the races with a deactivation and with
 * the end of a membership: the locks make one wait for the other.
 * @throws 403 `ACCOUNT_INACTIVE` for an inactive super admin, and without an active business.
 */
export async function lockPerson(db: Tx, personId: string): Promise<SigningIn> {
  const person = await db
    .selectFrom("people")
    .selectAll()
    .where("id", "=", personId)
    .forShare()
    .executeTakeFirstOrThrow();
  const { id, name, mobile } = person;
  if (person.installation_roles === null) {
    const tenants = await findTenantsOf(db, personId, "share");
    const [account] = tenants;
    if (!account) throw accountInactive();
    return { id, name, mobile, account, tenants };
  }
  if (!person.is_active) throw accountInactive();
  const account = {
    id,
    name,
    role: "superadmin" as const,
    features: [],
    roles: person.installation_roles as InstallationRole[],
  };
  return { id, name, mobile, account, tenants: [] };
}
