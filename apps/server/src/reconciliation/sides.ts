import type { DifferenceSide } from "@rokad/contract/reconciliation";
import { inr } from "../money.ts";
import type { Report } from "../providers/provider.ts";

/** What our books say of a payout that a provider was handed. */
export interface Ours {
  readonly payoutId: string;
  readonly reference: string;
  readonly adapter: string | null;
  readonly status: "pending" | "processing" | "success" | "failed";
  readonly providerState: Report["state"] | null;
  readonly rawState: string | null;
  readonly amountPaise: bigint;
  readonly utr: string | null;
  readonly feePaise: bigint | null;
  readonly taxPaise: bigint | null;
  /** When a worker or a notice touched it last. */
  readonly updatedAt: Date;
}

/** What a provider says of a transfer. */
export interface Theirs {
  /** Null where it gave none. */
  readonly providerReference: string | null;
  readonly state: Report["state"];
  readonly rawState: string | null;
  /** Null where it was asked about one transfer: such an answer tells no amount. */
  readonly amountPaise: bigint | null;
  readonly utr: string | null;
  readonly feePaise: bigint | null;
  readonly taxPaise: bigint | null;
}

export function theirsOf(report: Report): Theirs {
  return {
    providerReference: report.providerReference ?? null,
    state: report.state,
    rawState: report.rawState ?? null,
    amountPaise: null,
    utr: report.utr ?? null,
    feePaise: report.charge?.feePaise ?? null,
    taxPaise: report.charge?.taxPaise ?? null,
  };
}

/** As it is kept with a difference, and answered. */
export function sideOfOurs(ours: Ours): DifferenceSide {
  const returned = ours.status === "failed" && ours.providerState === "reversed";
  return {
    state: returned ? "reversed" : ours.status,
    raw_state: ours.rawState,
    amount: inr(ours.amountPaise),
    utr: ours.utr,
    charge: chargeOf(ours),
  };
}

export function sideOfTheirs(theirs: Theirs): DifferenceSide {
  return {
    state: theirs.state,
    raw_state: theirs.rawState,
    amount: theirs.amountPaise === null ? null : inr(theirs.amountPaise),
    utr: theirs.utr,
    charge: chargeOf(theirs),
  };
}

function chargeOf({ feePaise, taxPaise }: Pick<Theirs, "feePaise" | "taxPaise">) {
  return feePaise === null ? null : { fee: inr(feePaise), tax: inr(taxPaise) };
}
