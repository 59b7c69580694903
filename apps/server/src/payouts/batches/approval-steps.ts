import { findBand } from "../approval-policies/find-band.ts";
import type { PayoutFacts, Step } from "../approval-policies/policy.ts";
import type { StoredPolicy } from "../approval-policies/policy-queries.ts";

/**
 * Steps that satisfy the policy for each of these payouts: an approval counts for every band that
 * would have asked it, and once within a band.
 * @returns none if no payout needs approvals.
 */
export function mergeSteps(policy: StoredPolicy, payouts: readonly PayoutFacts[]): Step[] {
  const bands = [...new Set(payouts.map((facts) => findBand(policy.bands, facts)))];
  const merged: Step[] = [];
  for (const at of bands.toSorted((a, b) => a - b)) {
    /** The merged steps that no step of this band has taken. */
    const free = new Set(merged.keys());
    for (const step of policy.bands[at]?.steps ?? []) {
      const place = [...free].find((index) => {
        const other = merged[index];
        return other && (includes(other, step) || includes(step, other));
      });
      const other = place === undefined ? undefined : merged[place];
      if (place === undefined || !other) {
        merged.push(step);
        continue;
      }
      free.delete(place);
      if (!includes(other, step)) merged[place] = step;
    }
  }
  return merged;
}

/** Whether the approvals that complete a step complete another one too. */
function includes(step: Step, other: Step): boolean {
  return (
    step.approvals >= other.approvals &&
    step.roles.every((role) => other.roles.includes(role)) &&
    step.people.every((id) => other.people.includes(id))
  );
}
