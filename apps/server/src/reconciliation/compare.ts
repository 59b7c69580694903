import type {
  DifferenceAction,
  DifferenceKind,
  DifferenceSide,
} from "@rokad/contract/reconciliation";
import { standingOf, type Standing } from "../payouts/payout-states.ts";
import type { Report } from "../providers/provider.ts";
import { sideOfOurs, sideOfTheirs, type Ours, type Theirs } from "./sides.ts";

/** A difference as a run finds it. */
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
  /** Money has moved that our books don't have, or has not moved although they say so. */
  readonly isSevere: boolean;
}
const ask: Rule = { action: "ask", isSevere: false };
const askSoon: Rule = { action: "ask", isSevere: true };
const decide: Rule = { action: "decide", isSevere: true };

/**
 * What follows when they say this of a payout that stands so with us. What `effectOf` in
 * `payout-states.ts` settles by itself is asked for; where it would be a contradiction, only two
 * super admins can decide.
 */
export const statusRules: Readonly<
  Record<Standing, Readonly<Record<Report["state"], Rule | undefined>>>
> = {
  open: { processing: undefined, success: ask, failed: ask, reversed: ask },
  paid: { processing: ask, success: undefined, failed: decide, reversed: ask },
  failed: { processing: askSoon, success: decide, failed: undefined, reversed: undefined },
  reversed: { processing: askSoon, success: decide, failed: undefined, reversed: undefined },
};

/** Everything that differs between a payout and the transfer that it became. */
export function differencesBetween(ours: Ours, theirs: Theirs): Finding[] {
  const found: Finding[] = [];
  const find = (kind: DifferenceKind, rule: Rule) =>
    found.push({
      kind,
      ...rule,
      subject: ours.reference,
      payoutId: ours.payoutId,
      providerReference: theirs.providerReference,
      ours: sideOfOurs(ours),
      theirs: sideOfTheirs(theirs),
    });
  const status = statusDifference(ours, theirs.state);
  if (status) find("status", status);
  if (theirs.amountPaise !== null && theirs.amountPaise !== ours.amountPaise) {
    find("amount", { action: "mark_known", isSevere: true });
  }
  if (utrDiffers(ours, theirs)) find("utr", { action: "take_utr", isSevere: false });
  if (chargeDiffers(ours, theirs)) find("charge", { action: "take_charge", isSevere: false });
  return found;
}

export function statusDifference(ours: Ours, theirs: Report["state"]): Rule | undefined {
  const standing = standingOf({ status: ours.status, provider_state: ours.providerState });
  return statusRules[standing][theirs];
}

const bothPaid = (ours: Ours, theirs: Theirs) =>
  ours.status === "success" && theirs.state === "success";

function utrDiffers(ours: Ours, theirs: Theirs): boolean {
  return bothPaid(ours, theirs) && theirs.utr !== null && theirs.utr !== ours.utr;
}

/** A charge that they don't tell is not zero; what failed or came back has none. */
function chargeDiffers(ours: Ours, theirs: Theirs): boolean {
  if (!bothPaid(ours, theirs) || theirs.feePaise === null) return false;
  return theirs.feePaise !== ours.feePaise || (theirs.taxPaise ?? 0n) !== (ours.taxPaise ?? 0n);
}

/** They have a transfer, and we handed them no payout by that reference. */
export function missingHere(
  theirs: Theirs & { readonly providerReference: string },
  ours: Ours | undefined,
): Finding {
  return {
    kind: "missing_here",
    action: "mark_known",
    isSevere: hasMoved(theirs),
    subject: theirs.providerReference,
    payoutId: ours?.payoutId ?? null,
    providerReference: theirs.providerReference,
    ours: ours ? sideOfOurs(ours) : null,
    theirs: sideOfTheirs(theirs),
  };
}

/** One more transfer under a reference that has one already. */
export function doubled(
  theirs: Theirs & { readonly providerReference: string },
  ours: Ours,
): Finding {
  return { ...missingHere(theirs, ours), kind: "doubled" };
}

/** We handed it over, and they know nothing of it. */
export function missingThere(ours: Ours): Finding {
  const isPaid = ours.status === "success";
  return {
    kind: "missing_there",
    ...(isPaid ? decide : ask),
    subject: ours.reference,
    payoutId: ours.payoutId,
    providerReference: null,
    ours: sideOfOurs(ours),
    theirs: null,
  };
}

function hasMoved({ state }: Theirs): boolean {
  return state === "success" || state === "processing";
}
