import type { SuspendedCredit } from "@rokad/contract/suspense";
import { t } from "../super-admin-language.ts";

export const statusLabels: Readonly<Record<SuspendedCredit["status"], string>> = {
  pending: t`In suspense`,
  assigned: t`Assigned`,
  returned: t`Returned`,
  dismissed: t`Already credited`,
};

/** The first of two decisions, as a sentence. */
export function describeFirstDecision({
  first_decision: first,
}: SuspendedCredit): string | undefined {
  if (!first) return undefined;
  if (first.how === "assign") return t`Assign to ${first.tenant?.name ?? t`a tenant`}`;
  if (first.how === "return") return t`Returned with UTR ${first.utr_reference ?? ""}`;
  return t`Already credited`;
}
