import { permissionsOf, rolesWith, type Permission } from "@rokad/contract/roles";
import { forbiddenWithout } from "./errors.ts";
import type { Person } from "./person.ts";

/** Whether the roles of the person who acts give a permission. */
export function mayDo(
  { role, member }: Pick<Person, "role" | "member">,
  what: Permission,
): boolean {
  return permissionsOf({ role, roles: member.roles }).includes(what);
}

/** @throws 403 `FORBIDDEN`, which names the roles that may. */
export function assertMayDo(person: Pick<Person, "role" | "member">, what: Permission): void {
  if (!mayDo(person, what)) throw forbiddenWithout(rolesWith(what, person.role));
}

/**
 * Whether the person sees the account numbers of payees in full: people who prepare or approve
 * payouts, and programs. A super admin who views the console never does.
 */
export function seesAccountNumbers(person: Person): boolean {
  if (person.isViewed) return false;
  return person.apiKey !== undefined || mayDo(person, "prepare") || mayDo(person, "approve");
}
