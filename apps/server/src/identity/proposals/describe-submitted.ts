import { minuteOf } from "./stored-proposal.ts";
import type { Submitted } from "./proposal.ts";

/**
 * What becomes of a proposal, for the answer to its proposer.
 * @param what the change, such as "it".
 */
export function describeSubmitted({ takesEffectAt: at }: Submitted, what = "it"): string {
  return at === null
    ? `A second super admin has to confirm ${what}.`
    : `Nobody else can confirm ${what}: it takes effect on ${minuteOf(at)}.`;
}
