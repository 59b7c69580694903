import { approvingRoles } from "@rokad/contract/approval-policies";
import type { Approver, Step } from "./policy.ts";

/** Whether a person can give an approval of a step: by role or name, and with a role that approves. */
export function canGive(step: Step, { id, roles }: Approver): boolean {
  const isApprover = approvingRoles.some((role) => roles.includes(role));
  return (
    isApprover && (step.people.includes(id) || step.roles.some((role) => roles.includes(role)))
  );
}

/**
 * The first step that these people can't complete, each approving at most once over all steps;
 * undefined if they can complete them all. One augmenting path for each approval (Kuhn's bipartite
 * matching): a plain count would give one person to two steps.
 */
export function findUnmetStep(
  steps: readonly Step[],
  people: readonly Approver[],
): number | undefined {
  /** The approval, as step and number, that each person gives. */
  const given = new Map<string, { step: Step }>();
  const assign = (slot: { step: Step }, tried: Set<string>): boolean =>
    people.some((person) => {
      if (tried.has(person.id) || !canGive(slot.step, person)) return false;
      tried.add(person.id);
      const other = given.get(person.id);
      if (other && !assign(other, tried)) return false;
      given.set(person.id, slot);
      return true;
    });
  for (const [at, step] of steps.entries()) {
    for (let count = 0; count < step.approvals; count += 1) {
      if (!assign({ step }, new Set())) return at;
    }
  }
  return undefined;
}
