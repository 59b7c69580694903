import type { PersonDeputies } from "@rokad/contract/deputies";
import type { Db } from "../../database/db.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { asks, findUnmetStep } from "../approval-policies/match-approvers.ts";
import type { Place } from "../approval-policies/policy.ts";
import {
  nextApprovers,
  progressOf,
  remainingSteps,
  takenPlaces,
  type Waiting,
} from "../approval-policies/progress.ts";
import { readWaiting } from "../approval-queue/read-waiting.ts";
import { waitingSentence } from "../approvals/describe-waiting.ts";

type WaitingItem = PersonDeputies["waiting"][number];

/**
 * What waits for an approval of this person, in this or a later step: by name, or by a role that they
 * have. What nobody can complete without them comes first, then the oldest.
 */
export async function listWaiting(
  db: Db,
  tenantId: string,
  person: Place,
  members: readonly Member[],
): Promise<WaitingItem[]> {
  return (await readWaiting(db, tenantId))
    .filter(({ waiting }) => waitsFor(waiting, person))
    .map(({ kind, id, title, since, waiting }) => ({
      kind,
      id,
      title,
      since: since.toISOString(),
      sentence: waitingSentence(nextApprovers(waiting, members), members),
      needs_person: needsPerson(waiting, person, members),
    }))
    .toSorted(
      (one, other) =>
        Number(other.needs_person) - Number(one.needs_person) ||
        one.since.localeCompare(other.since),
    );
}

function waitsFor(waiting: Waiting, person: Place): boolean {
  const left = remainingSteps(waiting.steps, progressOf(waiting));
  return !takenPlaces(waiting).has(person.id) && left.some((step) => asks(step, person));
}

/** Whether the others could not give all that is left, with neither the person nor a deputy. */
function needsPerson(waiting: Waiting, { id }: Place, members: readonly Member[]): boolean {
  const { preparedBy, steps, given } = waiting;
  const left = remainingSteps(steps, progressOf(waiting));
  const others = members.filter(
    (member) =>
      member.id !== id &&
      !preparedBy.includes(member.id) &&
      !given.some(({ personId }) => personId === member.id),
  );
  return findUnmetStep(left, others, takenPlaces(waiting).add(id)) !== undefined;
}
