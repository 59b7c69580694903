import type { ProposedChange } from "@rokad/contract/proposals";
import { withMaskedNumber } from "../audit/masked-number.ts";

/** One side of the changes for the audit log: the value of each subject. */
export function logged(
  changes: readonly ProposedChange[],
  side: "before" | "after",
): Record<string, unknown> {
  return Object.fromEntries(
    changes.map((change) => [change.subject, withMaskedNumber(change[side])]),
  );
}
