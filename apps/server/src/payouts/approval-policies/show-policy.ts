import { database } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { canGive } from "./match-approvers.ts";
import { anyApprover } from "./policy.ts";
import { describePolicies } from "./describe-policy.ts";
import { listActiveMembers } from "./policy-queries.ts";

/** The policy in force, a proposed one, and the people whom its editor offers. */
export async function showPolicy(person: Tenant) {
  const db = database();
  const [policies, members] = await Promise.all([
    describePolicies(db, person, ["in_force", "proposed"]),
    listActiveMembers(db, person.tenantId),
  ]);
  const owners = members.filter(({ roles }) => roles.includes("owner"));
  const proposed = policies.find(({ state }) => state === "proposed") ?? null;
  return {
    in_force: policies.find(({ state }) => state === "in_force") ?? null,
    proposed,
    // As the confirmation checks it: the proposal of a former owner does not count.
    can_confirm: owners.some(({ id }) => id === proposed?.proposed_by.id)
      ? owners
          .filter(({ id }) => id !== proposed?.proposed_by.id)
          .map(({ id, name }) => ({ id, name }))
      : [],
    people: members.map((member) => ({
      id: member.id,
      name: member.name,
      can_approve: anyApprover.some((step) => canGive(step, member)),
      can_prepare: member.canPrepare,
    })),
    other_owners: owners.filter(({ id }) => id !== person.member.id).length,
  };
}
