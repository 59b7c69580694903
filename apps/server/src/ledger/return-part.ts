import type { Tx } from "../database/db.ts";
import { platformLines, totalOf, type Charge } from "./charge.ts";
import type { PostingContext } from "./posting.ts";
import type { Repayment } from "./repay-receivables.ts";
import { lockWallets, writePostings } from "./write-postings.ts";

/** A part of a settled payout that its bank sent back, and the charges that came back with it. */
export interface PartialReturn {
  /** Id of the return. */
  readonly returnId: string;
  readonly walletId: string;
  readonly amountPaise: bigint;
  /** 0 unless the fee and GST are refunded too. */
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

/** What partial returns have already brought back of a payout. */
export interface Returned {
  readonly returnedPaise: bigint;
  readonly hasChargesReturned: boolean;
}

/** What a return of a whole payout still brings back: all that no partial return has. */
export function outstandingOf(charge: Charge & Returned): Charge {
  const { returnedPaise, hasChargesReturned, ...rest } = charge;
  return {
    ...rest,
    amountPaise: charge.amountPaise - returnedPaise,
    ...(hasChargesReturned && { feePaise: 0n, gstPaise: 0n }),
  };
}

/**
 * The bank sent back a part of a settled payout: provider → available. Possible once per return; the
 * caller holds the payout's lock and checks that all returns together stay below its amount.
 * @returns what of it paid off receivables.
 */
export async function returnPart(
  db: Tx,
  returns: readonly PartialReturn[],
  context?: PostingContext,
): Promise<Repayment[]> {
  const wallets =
    context?.locked ??
    (await lockWallets(
      db,
      returns.map(({ walletId }) => walletId),
    ));
  const postings = returns.map((each) => ({
    kind: "partial_return" as const,
    subjectId: each.returnId,
    walletId: each.walletId,
    lines: [{ account: "available" as const, paise: totalOf(each) }, ...platformLines(each, -1n)],
  }));
  return writePostings(db, wallets, postings, context?.at);
}
