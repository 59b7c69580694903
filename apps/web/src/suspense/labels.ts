import type { SuspendedCredit } from "@rokad/contract/suspense";

export const statusLabels: Readonly<Record<SuspendedCredit["status"], string>> = {
  pending: "In suspense",
  assigned: "Assigned",
  returned: "Returned",
  dismissed: "Already credited",
};

/** The first of two decisions, as a sentence. */
export function describeFirstDecision({
  first_decision: first,
}: SuspendedCredit): string | undefined {
  if (!first) return undefined;
  if (first.how === "assign") return `Assign to ${first.tenant?.name ?? "a tenant"}`;
  if (first.how === "return") return `Returned with UTR ${first.utr_reference ?? ""}`;
  return "Already credited";
}
