import { approvingRoles } from "@rokad/contract/approval-policies";
import type { Approver, Place, Step } from "./policy.ts";

export const canApprove = (roles: readonly string[]) =>
  approvingRoles.some((role) => roles.includes(role));

/** Whether a step asks for the approval of a person, by name or role. */
export function asks(step: Step, { id, roles }: Pick<Place, "id" | "roles">): boolean {
  return step.people.includes(id) || step.roles.some((role) => roles.includes(role));
}

/** Whether a person can give an approval of a step of their own: asked, and with a role that approves. */
export function canGive(step: Step, approver: Pick<Approver, "id" | "roles">): boolean {
  return canApprove(approver.roles) && asks(step, approver);
}

/**
 * The approvals that a person could give: the own one first, then those of whom they are a deputy.
 * @param taken whose approvals nobody gives: those who prepared, and those whose approval was given.
 */
export function placesOf(person: Approver, taken: ReadonlySet<string>): Place[] {
  if (!canApprove(person.roles)) return [];
  return [person, ...(person.standsInFor ?? [])].filter(({ id }) => !taken.has(id));
}

const nobody: ReadonlySet<string> = new Set();

/**
 * The first step that these people can't complete; undefined if they can complete them all. Over all
 * steps, each person approves at most once, and so does each place, by its person or one deputy. A
 * plain count would give one person to two steps. This is a maximum flow from approvals through
 * places to people, with one augmenting path for each approval.
 * @param taken as in `placesOf`.
 */
export function findUnmetStep(
  steps: readonly Step[],
  people: readonly Approver[],
  taken = nobody,
): number | undefined {
  const places = new Map<string, Place>();
  /** The residual graph. A place has an entry and an exit, so that it is used once. */
  const edges = new Map<string, Set<string>>();
  const connect = (from: string, to: string) =>
    edges.set(from, (edges.get(from) ?? new Set()).add(to));
  for (const person of people) {
    for (const place of placesOf(person, taken)) {
      places.set(place.id, place);
      connect(`entry ${place.id}`, `exit ${place.id}`);
      connect(`exit ${place.id}`, `person ${person.id}`);
      connect(`person ${person.id}`, "end");
    }
  }
  const augment = (from: string, seen: Set<string>): boolean =>
    [...(edges.get(from) ?? [])].some((to) => {
      if (seen.has(to)) return false;
      seen.add(to);
      if (to !== "end" && !augment(to, seen)) return false;
      edges.get(from)?.delete(to);
      connect(to, from);
      return true;
    });
  for (const [at, step] of steps.entries()) {
    const asked = [...places.values()].filter((place) => asks(step, place));
    for (let count = 0; count < step.approvals; count += 1) {
      const approval = `approval ${at} ${count}`;
      for (const { id } of asked) connect(approval, `entry ${id}`);
      if (!augment(approval, new Set([approval]))) return at;
    }
  }
  return undefined;
}
