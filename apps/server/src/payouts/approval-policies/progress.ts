import { asks, canApprove, findUnmetStep, placesOf } from "./match-approvers.ts";
import type { Approver, Place, Step } from "./policy.ts";

/** An approval of the current revision. */
export interface GivenApproval {
  readonly personId: string;
  /** Whose approval it is, if a deputy gave it. */
  readonly inPlaceOf: string | null;
  readonly step: number;
  readonly at: Date;
  /** The person's roles now; null for a disabled member. */
  readonly roles: readonly string[] | null;
  /** The roles now of whose approval it is. */
  readonly placeRoles: readonly string[];
}

/** What is left of the steps. */
export interface Progress {
  /** The step that waits, from 0; the number of steps when all are complete. */
  readonly step: number;
  /** How many approvals it needs still; 0 when all are complete. */
  readonly missing: number;
}

export function progressOf(waiting: Waiting): Progress {
  const { steps, given } = waiting;
  const counted = given.filter((approval) => stillCounts(waiting, approval));
  for (const [step, { approvals }] of steps.entries()) {
    const missing = approvals - counted.filter((approval) => approval.step === step).length;
    if (missing > 0) return { step, missing };
  }
  return { step: steps.length, missing: 0 };
}

/**
 * Whether its person could give an approval still: an active member whose roles approve the step, for
 * a place that the step asks, and who did not prepare it. Who was removed since may be a thief.
 */
export function stillCounts(
  { preparedBy, steps }: Pick<Waiting, "preparedBy" | "steps">,
  { personId, inPlaceOf, step: at, roles, placeRoles }: GivenApproval,
): boolean {
  const step = steps[at];
  const place = inPlaceOf ?? personId;
  return (
    step !== undefined &&
    canApprove(roles ?? []) &&
    asks(step, { id: place, roles: placeRoles }) &&
    !preparedBy.includes(personId) &&
    !preparedBy.includes(place)
  );
}

/** The steps that are left, the first one with only its missing approvals. */
export function remainingSteps(steps: readonly Step[], { step, missing }: Progress): Step[] {
  return steps.slice(step).map((left, at) => (at === 0 ? { ...left, approvals: missing } : left));
}

/** What waits for approvals. */
export interface Waiting {
  /** Who prepared it: nobody gives their approvals, themselves or as their deputy. */
  readonly preparedBy: readonly string[];
  readonly steps: readonly Step[];
  readonly given: readonly GivenApproval[];
}

/** A person who can approve next. */
export type NextApprover<P extends Approver> = P & {
  /** Whose approval they would give; null for their own. */
  readonly inPlaceOf: Place | null;
};

/** Whose approvals nobody can give any more, also if the given one does not count now: it may again. */
export function takenPlaces({ preparedBy, given }: Waiting): Set<string> {
  return new Set([...preparedBy, ...given.map(({ personId, inPlaceOf }) => inPlaceOf ?? personId)]);
}

/** The people who can approve next, each once: neither who prepared it, nor who approved already. */
export function nextApprovers<P extends Approver>(
  waiting: Waiting,
  people: readonly P[],
): NextApprover<P>[] {
  const { preparedBy, steps, given } = waiting;
  const left = remainingSteps(steps, progressOf(waiting));
  const [current] = left;
  if (!current) return [];
  const taken = takenPlaces(waiting);
  const free = people.filter(
    ({ id }) => !preparedBy.includes(id) && !given.some(({ personId }) => personId === id),
  );
  const turns = free.flatMap((person) =>
    placesOf(person, taken)
      .filter((place) => asks(current, place))
      .map((place) => ({ person, place })),
  );
  const canComplete = findUnmetStep(left, free, taken) === undefined;
  // Who alone can complete a later step is kept for it, as long as others can complete this one.
  const harmless = canComplete ? turns.filter((turn) => !blocksLater(left, free, taken, turn)) : [];
  const chosen = harmless.length > 0 ? harmless : turns;
  return free.flatMap((person) => {
    const turn = chosen.find((one) => one.person === person);
    if (!turn) return [];
    return { ...person, inPlaceOf: turn.place.id === person.id ? null : turn.place };
  });
}

/** Whether the rest, which could be completed, no longer can after this approval of the current step. */
function blocksLater(
  left: readonly Step[],
  free: readonly Approver[],
  taken: ReadonlySet<string>,
  turn: { readonly person: Approver; readonly place: Place },
): boolean {
  const after = left.map((step, at) =>
    at === 0 ? { ...step, approvals: step.approvals - 1 } : step,
  );
  return (
    findUnmetStep(
      after,
      free.filter(({ id }) => id !== turn.person.id),
      new Set([...taken, turn.place.id]),
    ) !== undefined
  );
}

/**
 * Whose place a person can take in any of the steps, the own one first; undefined if none asks them.
 * For rejecting, which needs no turn.
 */
export function findAskedPlace(
  { preparedBy, steps }: Pick<Waiting, "preparedBy" | "steps">,
  person: Approver,
): Place | undefined {
  if (preparedBy.includes(person.id)) return undefined;
  return placesOf(person, new Set(preparedBy)).find((place) =>
    steps.some((step) => asks(step, place)),
  );
}
