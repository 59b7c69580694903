import type { PayoutDetail } from "@rokad/contract/payouts";
import type { ProviderId } from "../../providers/provider.ts";
import { providerStatuses } from "../provider-status.ts";

type OpenOutcome = NonNullable<PayoutDetail["open_outcome"]>;

interface Row {
  readonly status: string;
  readonly provider: string;
  readonly attempts: number;
  readonly created_at: Date;
  readonly due_at: Date | null;
  readonly unknown_since: Date | null;
  readonly withheld_at: Date | null;
}

/**
 * Why a payout has no outcome yet, since when, and what happens next; null for a payout that is
 * finished or proceeds normally.
 */
export async function explainOpenPayout(row: Row): Promise<OpenOutcome | null> {
  if (row.status === "processing" && row.unknown_since) {
    return {
      kind: "unknown",
      since: row.unknown_since.toISOString(),
      next_check_at: row.due_at?.toISOString() ?? null,
      sentence: unknownMessage,
    };
  }
  if (row.status !== "pending") return null;
  if (row.withheld_at) {
    return {
      kind: "unsent",
      since: row.withheld_at.toISOString(),
      next_check_at: null,
      sentence: withheldMessage,
    };
  }
  const { isPaused, openReason } = (await providerStatuses())[row.provider as ProviderId];
  if (!isPaused && openReason === undefined && row.attempts === 0) return null;
  return {
    kind: "unsent",
    since: row.created_at.toISOString(),
    next_check_at: isPaused ? null : (row.due_at?.toISOString() ?? null),
    sentence: unsentMessage,
  };
}

const unknownMessage =
  "The payment provider gave no clear answer, so the money may or may not have been sent. We keep checking the outcome and never send it twice. If it failed, amount, fee and GST return to your wallet.";
const withheldMessage =
  "Nothing has been sent, because the account is not active. The total stays on hold until it is reactivated.";
const unsentMessage =
  "Nothing has been sent, because no payment provider is available. It is sent automatically as soon as one is; the total stays on hold until then.";
