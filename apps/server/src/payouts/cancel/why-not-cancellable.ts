import type { PayoutStatus } from "@rokad/contract/payouts";

interface Row {
  readonly status: PayoutStatus;
  /** When super admins proposed an outcome. */
  readonly send_blocked_at: Date | null;
}

/**
 * Why a payout can't be cancelled; undefined when it can. Only a pending payout can: it was never
 * leased, or its only call was certainly not taken. After any other lease a call may have reached a
 * provider, or still be on its way.
 */
export function whyNotCancellable({ status, send_blocked_at }: Row): string | undefined {
  if (status === "pending")
    return send_blocked_at
      ? "Super admins are deciding its outcome, so it can't be cancelled."
      : undefined;
  return reasons[status];
}

/** As `whyNotCancellable`, for its tenant: super admins signed the payout of a closing. */
export function whyNotCancellableByTenant(
  row: Row & { readonly closing_id: string | null },
): string | undefined {
  const why = whyNotCancellable(row);
  if (why !== undefined || row.closing_id === null) return why;
  return "Your account is being closed and this pays out its balance, so it can't be cancelled.";
}

const reasons: Readonly<Record<Exclude<PayoutStatus, "pending">, string>> = {
  processing:
    "A payment provider may already have this payout, so it can't be cancelled. Its outcome follows.",
  success: "This payout was already paid, so it can't be cancelled.",
  failed: "This payout already failed, and its total was refunded.",
  cancelled: "This payout was already cancelled, and its total was refunded.",
};
