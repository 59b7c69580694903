import type { Adjustment } from "@rokad/contract/adjustments";
import { adjustmentAccounts } from "@rokad/contract/adjustment-kinds";
import { providerLabel } from "@rokad/contract/reconciliation";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";

export const stateLabels = {
  proposed: [t`Proposed`, "warn"],
  posted: [t`Posted`, "good"],
  withdrawn: [t`Withdrawn`, "outline"],
  rejected: [t`Rejected`, "outline"],
} as const satisfies Record<Adjustment["state"], readonly [string, "warn" | "good" | "outline"]>;

type Booking = Pick<
  Adjustment,
  "debit_account" | "credit_account" | "receiving_account" | "provider"
>;

/** The two sides of the booking: "Dr Tenant’s wallet, Cr Bank (Main collections ****5600)". */
export function bookingOf(booking: Booking): string {
  const { debit_account: debit, credit_account: credit } = booking;
  return t`Dr ${sideOf(debit, booking)}, Cr ${sideOf(credit, booking)}`;
}

function sideOf(side: Adjustment["debit_account"], { receiving_account, provider }: Booking) {
  const label = translateText(adjustmentAccounts[side]);
  if (side === "bank" && receiving_account) return `${label} (${accountName(receiving_account)})`;
  return side === "provider" && provider !== null
    ? `${label} (${translateText(providerLabel(provider))})`
    : label;
}

/** A receiving account for people: "Main collections ****5600". */
export function accountName(
  account: Pick<NonNullable<Adjustment["receiving_account"]>, "label" | "account_number">,
): string {
  return `${account.label} ${account.account_number}`;
}

/** The direction on the tenant's wallet; undefined when no wallet moves. */
export function walletSign({
  debit_account: debit,
  credit_account: credit,
}: Pick<Adjustment, "debit_account" | "credit_account">): "−" | "+" | undefined {
  if (debit === "wallet") return "−";
  return credit === "wallet" ? "+" : undefined;
}
