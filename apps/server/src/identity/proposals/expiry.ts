import { limits } from "@rokad/contract/limits";

/** When a proposal expires that waits since, or until, this time. */
export function expiryAfter(at: Date): Date {
  return new Date(at.getTime() + limits.proposalDays * 24 * 60 * 60 * 1_000);
}
