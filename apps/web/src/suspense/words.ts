import type { SuspendedCredit } from "@rokad/contract/suspense";

export const statusWords: Readonly<Record<SuspendedCredit["status"], string>> = {
  pending: "In suspense",
  assigned: "Assigned",
  returned: "Sent back",
  dismissed: "Credited before",
};

/** What the first of two people wants, as a sentence. */
export function firstWish({ first_decision: first }: SuspendedCredit): string | undefined {
  if (!first) return undefined;
  if (first.how === "assign") return `Assign it to ${first.tenant?.name ?? "a tenant"}`;
  if (first.how === "return") return `It was sent back with UTR ${first.utr_reference ?? ""}`;
  return "It was credited before";
}
