import type { PayoutStatus } from "@rokad/contract/payouts";
import type { DifferenceSide } from "@rokad/contract/reconciliation";
import { inr } from "../../kernel/money.ts";
import type { ProviderUpdate } from "../../providers/transfer.ts";

/** A sent payout as our books have it. */
export interface OurPayout {
  readonly payoutId: string;
  readonly reference: string;
  readonly adapter: string | null;
  readonly status: PayoutStatus;
  readonly providerState: ProviderUpdate["state"] | null;
  readonly rawState: string | null;
  readonly amountPaise: bigint;
  /** What partial returns brought back of the amount. */
  readonly returnedPaise: bigint;
  readonly utr: string | null;
  readonly feePaise: bigint | null;
  readonly taxPaise: bigint | null;
  /** When a worker or a webhook last updated it. */
  readonly updatedAt: Date;
}

/** A transfer as the provider reports it. */
export interface TheirTransfer {
  /** Null when the provider gives none. */
  readonly providerReference: string | null;
  readonly state: ProviderUpdate["state"];
  readonly rawState: string | null;
  /** Null when the provider's record has none. */
  readonly amountPaise: bigint | null;
  /** Null when it is missing although the provider documents it. */
  readonly currency: string | null;
  /** False where the provider's record of a transfer need not have an amount. */
  readonly hasAmount: boolean;
  readonly utr: string | null;
  readonly feePaise: bigint | null;
  readonly taxPaise: bigint | null;
}

/**
 * Whether the provider's record says that a part of a payout that we paid came back. The payout
 * itself stays paid.
 */
export function isReturnOfPart(ours: OurPayout, theirs: TheirTransfer): boolean {
  return (
    ours.status === "success" &&
    theirs.state === "reversed" &&
    theirs.currency === "INR" &&
    theirs.amountPaise !== null &&
    theirs.amountPaise > 0n &&
    theirs.amountPaise < ours.amountPaise
  );
}

export function transferOf(update: ProviderUpdate): TheirTransfer {
  return {
    providerReference: update.providerReference ?? null,
    state: update.state,
    rawState: update.rawState ?? null,
    amountPaise: update.amountPaise ?? null,
    currency: update.currency === undefined ? "INR" : update.currency,
    hasAmount: update.amountPaise !== undefined,
    utr: update.utr ?? null,
    feePaise: update.charge?.feePaise ?? null,
    taxPaise: update.charge?.taxPaise ?? null,
  };
}

/** Our side of a difference, as stored and as the API shows it. */
export function ourSide(ours: OurPayout): DifferenceSide {
  const isReturned = ours.status === "failed" && ours.providerState === "reversed";
  return {
    state: isReturned ? "reversed" : ours.status,
    raw_state: ours.rawState,
    amount: inr(ours.amountPaise),
    utr: ours.utr,
    charge: chargeOf(ours),
  };
}

export function theirSide(theirs: TheirTransfer): DifferenceSide {
  return {
    state: theirs.state,
    raw_state: theirs.rawState,
    amount:
      theirs.amountPaise === null || theirs.currency !== "INR" ? null : inr(theirs.amountPaise),
    utr: theirs.utr,
    charge: chargeOf(theirs),
  };
}

function chargeOf({ feePaise, taxPaise }: Pick<TheirTransfer, "feePaise" | "taxPaise">) {
  return feePaise === null ? null : { fee: inr(feePaise), tax: inr(taxPaise) };
}
