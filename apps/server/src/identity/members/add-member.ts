import type { TenantRole } from "@rokad/contract/roles";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { ApiError } from "../../kernel/errors.ts";
import { record } from "../audit/record.ts";
import { newPerson } from "../people/invitations.ts";
import { lockMembers, type Changer } from "./lock-members.ts";

export interface NewMember {
  /** Ten digits. */
  readonly mobile: string;
  /** Of a person who is not known yet; a known person keeps theirs. */
  readonly name: string;
  readonly roles: readonly TenantRole[];
}

/**
 * Adds a person to a business, or one again who was disabled or left. A new person can sign in at once.
 * @param by null for the command line.
 * @returns the person's id.
 * @throws as `lockMembers`; 409 `MEMBER_EXISTS`; 409 `PHONE_TAKEN` for a super admin's number.
 */
export async function addMember(
  db: Tx,
  by: Changer,
  tenantId: string,
  { mobile, name, roles }: NewMember,
): Promise<string> {
  const members = await lockMembers(db, tenantId, by);
  const person = await findOrAddPerson(db, { mobile, name });
  if (person.installation_roles)
    throw new ApiError(409, "PHONE_TAKEN", "This number belongs to a super admin.");
  const earlier = members.find(({ id }) => id === person.id);
  if (earlier?.isActive)
    throw new ApiError(409, "MEMBER_EXISTS", `${person.name} is a member already.`);
  const membership = { roles: [...roles], disabled_at: null, left_at: null, roles_since: now() };
  await db
    .insertInto("memberships")
    .values({ tenant_id: tenantId, person_id: person.id, created_at: now(), ...membership })
    .onConflict((conflict) => conflict.columns(["tenant_id", "person_id"]).doUpdateSet(membership))
    .execute();
  await publishChange(db, [tenantId], ["account"]);
  await record(db, {
    act: "member.added",
    by,
    subject: { kind: "person", id: person.id },
    after: { tenant_id: tenantId, name: person.name, roles },
  });
  return person.id;
}

async function findOrAddPerson(db: Tx, { mobile, name }: Pick<NewMember, "mobile" | "name">) {
  // Closes the race between two businesses that add one person: the unique index admits one row.
  await db
    .insertInto("people")
    .values(newPerson(mobile, name))
    .onConflict((conflict) => conflict.column("mobile").doNothing())
    .execute();
  return db
    .selectFrom("people")
    .select(["id", "name", "installation_roles"])
    .where("mobile", "=", mobile)
    .executeTakeFirstOrThrow();
}
