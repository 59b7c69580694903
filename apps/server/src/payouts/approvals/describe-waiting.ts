import type { GivenApproval, WaitingFor } from "@rokad/contract/waiting-for";
import { listOr } from "../../kernel/errors.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import {
  nextApprovers,
  progressOf,
  stillCounts,
  type NextApprover,
  type Waiting,
} from "../approval-policies/progress.ts";

/** Who can approve a request, batch or schedule next, and since when it waits for them. */
export function describeWaiting(
  waiting: Waiting,
  members: readonly Member[],
  since: Date,
): WaitingFor {
  const people = nextApprovers(waiting, members);
  return {
    ...progressOf(waiting),
    people: people.map(({ id, name, inPlaceOf }) => ({
      id,
      name,
      in_place_of: inPlaceOf && { id: inPlaceOf.id, name: inPlaceOf.name },
    })),
    since: since.toISOString(),
    sentence: waitingSentence(people, members),
  };
}

/**
 * The approvals of one step, oldest first.
 * @param isOpen false once it is sent or ended: what counted then counts for good.
 */
export function describeGiven(
  waiting: Waiting,
  step: number,
  nameOf: (id: string) => { id: string; name: string },
  isOpen: boolean,
): GivenApproval[] {
  return waiting.given
    .filter((approval) => approval.step === step)
    .map((approval) => ({
      by: nameOf(approval.personId),
      in_place_of: approval.inPlaceOf ? nameOf(approval.inPlaceOf) : null,
      at: approval.at.toISOString(),
      counts: !isOpen || stillCounts(waiting, approval),
    }));
}

/** Whether a person can give the next approval. */
export function canApproveNext(
  waiting: Waiting,
  members: readonly Member[],
  personId: string,
): boolean {
  return nextApprovers(waiting, members).some(({ id }) => id === personId);
}

/** `Waits for Asha Rao or Ravi Sharma (for Meera Iyer)`, or who can help when nobody can approve it. */
export function waitingSentence(
  people: readonly NextApprover<Member>[],
  members: readonly Member[],
): string {
  if (people.length > 0) return `Waits for ${listOr(people.map(nameWithPlace))}`;
  const owners = members.filter(({ roles }) => roles.includes("owner")).map(({ name }) => name);
  return `Nobody can approve this step: ${listOr(owners)} can name a deputy or add an approver`;
}

/** `Ravi Sharma (for Meera Iyer)` for a deputy. */
export function nameWithPlace({ name, inPlaceOf }: NextApprover<Member>): string {
  return inPlaceOf ? `${name} (for ${inPlaceOf.name})` : name;
}
