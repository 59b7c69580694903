import type { Tx } from "../database/db.ts";
import type { LockedWallets, Posting } from "./posting.ts";
import type { Repayment } from "./repay-receivables.ts";
import { writePostings } from "./write-postings.ts";

/** What a payment request holds until it ends or becomes a payout: amount + fee + GST in paise. */
export interface RequestHold {
  readonly holdId: string;
  readonly walletId: string;
  readonly paise: bigint;
}

/**
 * Holds money for a payment request that awaits approval: available → held. Possible once per hold.
 * @param locked the wallet, from `lock`.
 * @returns whether the wallet covers it; without that, nothing is held.
 */
export async function holdForRequest(
  db: Tx,
  hold: RequestHold,
  locked: LockedWallets,
): Promise<boolean> {
  if ((locked.get(hold.walletId)?.available ?? 0n) < hold.paise) return false;
  await writePostings(db, locked, [postingOf("request_hold", hold)]);
  return true;
}

/**
 * The requests ended without a payout: held → available. Possible once per hold.
 * @param locked the wallets, from `lock`.
 * @returns what of it paid off receivables.
 */
export function releaseRequests(
  db: Tx,
  holds: readonly RequestHold[],
  locked: LockedWallets,
): Promise<Repayment[]> {
  return writePostings(
    db,
    locked,
    holds.map((hold) => postingOf("request_release", hold)),
  );
}

/**
 * What precedes the hold of the payout that takes the money over, in the same statement: held →
 * available. It pays off no receivable, because the payout holds all of it at once.
 */
export function takeOver(hold: RequestHold): Posting {
  return { ...postingOf("request_release", hold), repays: false };
}

function postingOf(
  kind: "request_hold" | "request_release",
  { holdId, walletId, paise }: RequestHold,
): Posting {
  const change = kind === "request_hold" ? paise : -paise;
  return {
    kind,
    subjectId: holdId,
    walletId,
    lines: [
      { account: "available", paise: -change },
      { account: "held", paise: change },
    ],
  };
}
