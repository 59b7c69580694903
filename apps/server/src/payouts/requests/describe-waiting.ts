import type { GivenApproval, WaitingFor } from "@rokad/contract/waiting-for";
import type { Member } from "../approval-policies/assess-policy.ts";
import {
  nextApprovers,
  progressOf,
  stillCounts,
  type Waiting,
} from "../approval-policies/progress.ts";
import { waitingSentence } from "./notify-waiting.ts";

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
