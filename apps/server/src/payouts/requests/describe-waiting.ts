import type { WaitingFor } from "@rokad/contract/waiting-for";
import type { Member } from "../approval-policies/assess-policy.ts";
import { nextApprovers, progressOf, type Waiting } from "../approval-policies/progress.ts";
import { waitingSentence } from "./notify-waiting.ts";

/** Who can approve a request, batch or schedule next, and since when it waits for them. */
export function describeWaiting(
  waiting: Waiting,
  members: readonly Member[],
  since: Date,
): WaitingFor {
  const people = nextApprovers(waiting, members);
  return {
    ...progressOf(waiting.steps, waiting.given),
    people: people.map(({ id, name, inPlaceOf }) => ({
      id,
      name,
      in_place_of: inPlaceOf && { id: inPlaceOf.id, name: inPlaceOf.name },
    })),
    since: since.toISOString(),
    sentence: waitingSentence(people, members),
  };
}
