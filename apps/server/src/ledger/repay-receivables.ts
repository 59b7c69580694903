import { newId } from "../kernel/ids.ts";
import type { Posting, Wallet } from "./posting.ts";

/** What a credit paid of a tenant's receivable, in paise. */
export interface Repayment {
  readonly walletId: string;
  readonly paidPaise: bigint;
  /** Zero when everything is paid off. */
  readonly leftPaise: bigint;
}

export interface NumberedPosting extends Posting {
  readonly id: string;
}

/**
 * Adds a `repay` posting after each posting that credits a wallet with a receivable: whatever is
 * credited pays it first. Its subject is the posting that it is paid from. Changes `receivable` of the
 * wallets, which this transaction has locked.
 * @returns the postings with their ids in ascending order, and what was paid.
 */
export function addRepayments(
  wallets: ReadonlyMap<string, Wallet>,
  postings: readonly Posting[],
): { numbered: NumberedPosting[]; repayments: Repayment[] } {
  const repayments: Repayment[] = [];
  const all: (Posting & { readonly paysFrom?: number })[] = [];
  for (const posting of postings) {
    all.push(posting);
    const wallet = posting.walletId === null ? undefined : wallets.get(posting.walletId);
    if (!wallet) continue;
    wallet.receivable -= sumOn(posting, "receivable");
    const isCredit = posting.kind !== "owe" && posting.repays !== false;
    const creditedPaise = isCredit ? sumOn(posting, "available") : 0n;
    const paidPaise = wallet.receivable < creditedPaise ? wallet.receivable : creditedPaise;
    if (paidPaise <= 0n) continue;
    wallet.receivable -= paidPaise;
    repayments.push({ walletId: wallet.id, paidPaise, leftPaise: wallet.receivable });
    all.push({
      kind: "repay",
      subjectId: "",
      paysFrom: all.length - 1,
      walletId: wallet.id,
      lines: [
        { account: "available", paise: -paidPaise },
        { account: "receivable", paise: paidPaise },
      ],
    });
  }
  // Ids of one millisecond are in random order; sorting gives them the list's order.
  const ids = all.map(newId).toSorted();
  const numbered = all.map(({ paysFrom, subjectId, ...posting }, at) => ({
    ...posting,
    id: ids[at] as string,
    subjectId: paysFrom === undefined ? subjectId : (ids[paysFrom] as string),
  }));
  return { numbered, repayments };
}

function sumOn({ lines }: Posting, account: "available" | "receivable"): bigint {
  return lines.reduce((sum, line) => (line.account === account ? sum + line.paise : sum), 0n);
}
