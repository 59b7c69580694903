import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";
import type { ObservationOf } from "../observations.ts";
import type { PayoutStatus } from "../request-observations.ts";
import { transferKey } from "../utr.ts";

type PayoutRead = ObservationOf<"payout">;

/** A payout that its provider certainly did not get is queued again: neither state is an outcome. */
const rank: Readonly<Record<PayoutStatus, number>> = {
  pending: 0,
  processing: 0,
  success: 2,
  failed: 3,
  cancelled: 3,
};

export const outcomesStay: Claim = {
  claim: "No outcome that a client read was taken back, unless the bank returned the money",
  check: (index) => {
    const reads = index.of("payout");
    return {
      checked: `${reads.length} reads`,
      violations: [...Map.groupBy(reads, ({ id }) => id).values()].flatMap((ofOne) => {
        const inOrder = ofOne.toSorted((a, b) => a.at - b.at);
        return inOrder.flatMap((read, at) => {
          const before = inOrder[at - 1];
          // Reads that overlap may arrive in either order.
          return before && before.at < read.sentAt ? changeFaults(index, before, read) : [];
        });
      }),
    };
  },
};

function changeFaults(index: ObservationIndex, before: PayoutRead, after: PayoutRead): string[] {
  const payout = `${after.reference} of ${after.tenant}`;
  if (
    rank[after.status] < rank[before.status] ||
    (before.status === "cancelled" && after.status === "failed")
  )
    return [`${payout} was ${before.status}, then ${after.status}`];
  if (after.status === "cancelled" && before.status !== after.status && rank[before.status] > 0)
    return [`${payout} was ${before.status}, then cancelled`];
  if (before.status === "success" && after.status === "failed")
    return index.returns.has(after.reference)
      ? []
      : [`${payout} was successful, then failed, and no bank returned it`];
  const { paise, feePaise, gstPaise } = after;
  if (paise !== before.paise || feePaise !== before.feePaise || gstPaise !== before.gstPaise)
    return [`${payout} changed its amount or charges`];
  return before.utr === null ||
    after.utr === null ||
    isSigned(index, after.id) ||
    transferKey(before.utr) === transferKey(after.utr)
    ? []
    : [`${payout} changed its UTR from ${before.utr} to ${after.utr}`];
}

/** A signed UTR is what the bank said on the telephone; its own answer replaces it. */
function isSigned(index: ObservationIndex, id: string): boolean {
  return index.of("signed outcome").some(({ payout }) => payout === id);
}
