import type { DifferenceKind } from "@rokad/contract/difference-kinds";
import type { DifferenceAction, DifferenceSide } from "@rokad/contract/reconciliation";
import { settlementStatusOf, type SettlementStatus } from "../../payouts/payout-states.ts";
import type { ProviderUpdate } from "../../providers/transfer.ts";
import {
  isReturnOfPart,
  ourSide,
  theirSide,
  type OurPayout,
  type TheirTransfer,
} from "./compared-payout.ts";

/** A difference that a run has found. */
export interface Finding {
  readonly kind: DifferenceKind;
  readonly action: DifferenceAction;
  readonly isSevere: boolean;
  readonly subject: string;
  readonly payoutId: string | null;
  readonly providerReference: string | null;
  readonly ours: DifferenceSide | null;
  readonly theirs: DifferenceSide | null;
}

interface Rule {
  readonly action: DifferenceAction;
  /** Money moved that our books lack, or did not move although our books say so. */
  readonly isSevere: boolean;
}
const askProvider: Rule = { action: "ask", isSevere: false };
const askProviderSevere: Rule = { action: "ask", isSevere: true };
const needDecision: Rule = { action: "decide", isSevere: true };

/**
 * The rule for each pair of our status and the provider's. Where `effectOf` in `payout-states.ts`
 * can apply the provider's status, it is fetched again; a contradiction needs two super admins.
 */
export const statusRules: Readonly<
  Record<SettlementStatus, Readonly<Record<ProviderUpdate["state"], Rule | undefined>>>
> = {
  open: { processing: undefined, success: askProvider, failed: askProvider, reversed: askProvider },
  paid: {
    processing: askProvider,
    success: undefined,
    failed: needDecision,
    reversed: askProvider,
  },
  failed: {
    processing: askProviderSevere,
    success: needDecision,
    failed: undefined,
    reversed: undefined,
  },
  reversed: {
    processing: askProviderSevere,
    success: needDecision,
    failed: undefined,
    reversed: undefined,
  },
  // No provider ever had it, so a transfer of it is a fault that no status check resolves.
  cancelled: {
    processing: needDecision,
    success: needDecision,
    failed: undefined,
    reversed: undefined,
  },
};

/** Finds all differences between a payout and its transfer. */
export function findDifferences(ours: OurPayout, theirs: TheirTransfer): Finding[] {
  const findings: Finding[] = [];
  const add = (kind: DifferenceKind, rule: Rule) =>
    findings.push({
      kind,
      ...rule,
      subject: ours.reference,
      payoutId: ours.payoutId,
      providerReference: theirs.providerReference,
      ours: ourSide(ours),
      theirs: theirSide(theirs),
    });
  if (isReturnOfPart(ours, theirs)) {
    // What our books have of it is no difference; anything else a person records.
    if (theirs.amountPaise !== ours.returnedPaise) {
      add("amount", { action: "record_return", isSevere: true });
    }
    return findings;
  }
  const status = statusDifference(ours, theirs.state);
  if (status) add("status", status);
  if (amountDiffers(ours, theirs)) {
    add("amount", { action: "mark_known", isSevere: true });
  }
  if (utrDiffers(ours, theirs)) add("utr", { action: "take_utr", isSevere: false });
  if (chargeDiffers(ours, theirs)) add("charge", { action: "take_charge", isSevere: false });
  return findings;
}

export function statusDifference(
  ours: OurPayout,
  theirs: ProviderUpdate["state"],
): Rule | undefined {
  const ourStatus = settlementStatusOf({ status: ours.status, provider_state: ours.providerState });
  return statusRules[ourStatus][theirs];
}

function amountDiffers(ours: OurPayout, theirs: TheirTransfer): boolean {
  if (theirs.currency !== "INR") return true;
  return theirs.hasAmount && theirs.amountPaise !== ours.amountPaise;
}

const bothPaid = (ours: OurPayout, theirs: TheirTransfer) =>
  ours.status === "success" && theirs.state === "success";

function utrDiffers(ours: OurPayout, theirs: TheirTransfer): boolean {
  return bothPaid(ours, theirs) && theirs.utr !== null && theirs.utr !== ours.utr;
}

/** A missing charge is unknown, not zero. Failed and returned payouts have none. */
function chargeDiffers(ours: OurPayout, theirs: TheirTransfer): boolean {
  if (!bothPaid(ours, theirs) || theirs.feePaise === null) return false;
  return theirs.feePaise !== ours.feePaise || (theirs.taxPaise ?? 0n) !== (ours.taxPaise ?? 0n);
}

/** The provider has a transfer for which we sent no payout. */
export function missingHere(
  theirs: TheirTransfer & { readonly providerReference: string },
  ours: OurPayout | undefined,
): Finding {
  return {
    kind: "missing_here",
    action: "mark_known",
    isSevere: hasMoved(theirs),
    subject: theirs.providerReference,
    payoutId: ours?.payoutId ?? null,
    providerReference: theirs.providerReference,
    ours: ours ? ourSide(ours) : null,
    theirs: theirSide(theirs),
  };
}

/** A second transfer with the reference of another one. */
export function duplicateTransfer(
  theirs: TheirTransfer & { readonly providerReference: string },
  ours: OurPayout,
): Finding {
  return { ...missingHere(theirs, ours), kind: "doubled" };
}

/** We sent a payout that the provider does not know. */
export function missingThere(ours: OurPayout): Finding {
  const isPaid = ours.status === "success";
  return {
    kind: "missing_there",
    ...(isPaid ? needDecision : askProvider),
    subject: ours.reference,
    payoutId: ours.payoutId,
    providerReference: null,
    ours: ourSide(ours),
    theirs: null,
  };
}

function hasMoved({ state }: TheirTransfer): boolean {
  return state === "success" || state === "processing";
}
