import { createHash } from "node:crypto";

/**
 * The key of a proposal, from what is proposed: an agent that drew its own would draw another one when
 * it repeats itself or is started again.
 */
export function idempotencyKeyOf(fields: object): string {
  const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
  return `agent-${hash.slice(0, 40)}`;
}
