import type { Adjustment } from "@rokad/contract/adjustments";
import { adjustmentAccounts } from "@rokad/contract/adjustment-kinds";

export const stateLabels = {
  proposed: ["Proposed", "warn"],
  posted: ["Posted", "good"],
  withdrawn: ["Withdrawn", "outline"],
  rejected: ["Rejected", "outline"],
} as const satisfies Record<Adjustment["state"], readonly [string, "warn" | "good" | "outline"]>;

/** The two sides of the booking: "Dr Tenant’s wallet, Cr Bank". */
export function bookingOf({
  debit_account: debit,
  credit_account: credit,
}: Pick<Adjustment, "debit_account" | "credit_account">): string {
  return `Dr ${adjustmentAccounts[debit]}, Cr ${adjustmentAccounts[credit]}`;
}

/** The direction on the tenant's wallet; undefined when no wallet moves. */
export function walletSign({
  debit_account: debit,
  credit_account: credit,
}: Pick<Adjustment, "debit_account" | "credit_account">): "−" | "+" | undefined {
  if (debit === "wallet") return "−";
  return credit === "wallet" ? "+" : undefined;
}
