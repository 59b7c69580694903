import { canGive, findUnmetStep } from "./match-approvers.ts";
import type { Approver, Step } from "./policy.ts";

/** An approval of the current revision. */
export interface GivenApproval {
  readonly personId: string;
  readonly step: number;
}

/** What is left of the steps. */
export interface Progress {
  /** The step that waits, from 0; the number of steps when all are complete. */
  readonly step: number;
  /** How many approvals it needs still; 0 when all are complete. */
  readonly missing: number;
}

export function progressOf(steps: readonly Step[], given: readonly GivenApproval[]): Progress {
  for (const [step, { approvals }] of steps.entries()) {
    const missing = approvals - given.filter((approval) => approval.step === step).length;
    if (missing > 0) return { step, missing };
  }
  return { step: steps.length, missing: 0 };
}

/** The steps that are left, the first one with only its missing approvals. */
export function remainingSteps(steps: readonly Step[], { step, missing }: Progress): Step[] {
  return steps.slice(step).map((left, at) => (at === 0 ? { ...left, approvals: missing } : left));
}

interface Waiting {
  readonly makerId: string;
  readonly steps: readonly Step[];
  readonly given: readonly GivenApproval[];
}

/** The people who can approve next: neither the maker, nor anyone who did already. */
export function nextApprovers<P extends Approver>(
  { makerId, steps, given }: Waiting,
  people: readonly P[],
): P[] {
  const left = remainingSteps(steps, progressOf(steps, given));
  const [current] = left;
  if (!current) return [];
  const free = people.filter(
    ({ id }) => id !== makerId && !given.some(({ personId }) => personId === id),
  );
  const able = free.filter((person) => canGive(current, person));
  // Who alone can complete a later step is kept for it, as long as others can complete this one.
  const harmless = able.filter((person) => !blocksLater(left, free, person));
  return harmless.length > 0 ? harmless : able;
}

/** Whether the rest could be completed, but no longer after this person approves the current step. */
function blocksLater(left: readonly Step[], free: readonly Approver[], { id }: Approver): boolean {
  if (findUnmetStep(left, free) !== undefined) return false;
  const after = left.map((step, at) =>
    at === 0 ? { ...step, approvals: step.approvals - 1 } : step,
  );
  return (
    findUnmetStep(
      after,
      free.filter((person) => person.id !== id),
    ) !== undefined
  );
}
