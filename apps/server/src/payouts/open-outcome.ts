import type { PayoutDetail } from "@rokad/contract/payouts";
import type { ProviderId } from "../providers/provider.ts";
import { railStandings } from "./rail-standings.ts";

type OpenOutcome = NonNullable<PayoutDetail["open_outcome"]>;

interface Row {
  readonly status: string;
  readonly provider: string;
  readonly attempts: number;
  readonly created_at: Date;
  readonly due_at: Date | null;
  readonly unknown_since: Date | null;
}

/** Why a payout has no outcome yet, since when, and what happens next; null where nothing is odd. */
export async function openOutcomeOf(row: Row): Promise<OpenOutcome | null> {
  if (row.status === "processing" && row.unknown_since) {
    return {
      kind: "unknown",
      since: row.unknown_since.toISOString(),
      next_look_at: row.due_at?.toISOString() ?? null,
      sentence: unknownSentence,
    };
  }
  if (row.status !== "pending") return null;
  const { isPaused, unwell } = (await railStandings())[row.provider as ProviderId];
  if (!isPaused && unwell === undefined && row.attempts === 0) return null;
  return {
    kind: "unsent",
    since: row.created_at.toISOString(),
    next_look_at: isPaused ? null : (row.due_at?.toISOString() ?? null),
    sentence: unsentSentence,
  };
}

const unknownSentence =
  "The payment provider gave no clear answer, so the money may or may not have gone out. We keep asking the provider and never send it twice. Once it says, the payout is marked as paid, or amount, fee and GST are back in your wallet.";
const unsentSentence =
  "Nothing has been sent: no payment provider can take it just now. It goes out by itself as soon as one can, and the total stays set aside until then.";
