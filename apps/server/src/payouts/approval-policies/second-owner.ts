import type { Tx } from "../../database/db.ts";
import { lockTenantStatus } from "../../identity/people/tenant-queries.ts";
import { assertOldEnough, oldEnoughBefore } from "../../identity/proposals/second-person.ts";
import { minuteOf } from "../../identity/proposals/stored-proposal.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, forbiddenWithout, notFound } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Member } from "./assess-policy.ts";
import { listActiveMembers } from "./policy-queries.ts";

/**
 * Locks the business, as changes of its members do: no owner is added or removed meanwhile.
 * @returns the active owners. @throws 403 unless the person is one of them now.
 */
export async function lockOwners(db: Tx, person: Tenant): Promise<Member[]> {
  if (!(await lockTenantStatus(db, person.tenantId))) throw notFound("This business");
  const members = await listActiveMembers(db, person.tenantId);
  const owners = members.filter(({ roles }) => roles.includes("owner"));
  if (!owners.some(({ id }) => id === person.member.id)) throw forbiddenWithout(["owner"]);
  return owners;
}

/**
 * The other owners, one of whom must agree to what an owner changes; none for the only owner.
 *
 * An owner who was disabled or demoted within the waiting time still stands for a second one: otherwise
 * a thief with one owner's session could remove the other owner and decide alone. An owner who is
 * newer than the waiting time decides nothing beside another one.
 * @param person an owner of the business, which is locked.
 * @throws 409 `SECOND_OWNER_NEEDED` if the only others were removed within the waiting time,
 *   `CONFIRMER_TOO_NEW`.
 */
export async function findSecondOwners(db: Tx, person: Tenant): Promise<readonly { id: string }[]> {
  const others = await db
    .selectFrom("memberships")
    .innerJoin("people", "people.id", "person_id")
    .select(["people.id", "people.name", "roles", "disabled_at", "owner_until"])
    .where("tenant_id", "=", person.tenantId)
    .where("person_id", "<>", person.member.id)
    .execute();
  const active = others.filter((one) => one.disabled_at === null && one.roles.includes("owner"));
  const before = await oldEnoughBefore(db, now(), person.tenantId);
  if (!before) return active;
  if (active.length > 0) {
    await assertOldOwner(db, person, now());
    return active;
  }
  for (const { name, owner_until: until } of others) {
    if (until === null || until <= before) continue;
    const alone = new Date(now().getTime() + until.getTime() - before.getTime());
    throw secondOwnerNeeded(
      `${name} was an owner until ${minuteOf(until)}. You can decide alone from ${minuteOf(alone)}.`,
    );
  }
  return [];
}

/**
 * @param at when the first of two owners decided.
 * @throws 409 `CONFIRMER_TOO_NEW` unless the person had the membership and its roles for the waiting
 *   time before.
 */
export async function assertOldOwner(db: Tx, person: Tenant, at: Date): Promise<void> {
  const before = await oldEnoughBefore(db, at, person.tenantId);
  if (!before) return;
  const { since } = await db
    .selectFrom("memberships")
    .select(({ fn }) => fn.coalesce("roles_since", "created_at").as("since"))
    .where("tenant_id", "=", person.tenantId)
    .where("person_id", "=", person.member.id)
    .executeTakeFirstOrThrow();
  assertOldEnough(since, before);
}

export const secondOwnerNeeded = (message: string) =>
  new ApiError(409, "SECOND_OWNER_NEEDED", message);
