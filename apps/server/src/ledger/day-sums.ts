import type { Posting, PostingKind, SuspenseKind } from "./posting.ts";

/** What a wallet's postings of one kind come to, in paise. */
export interface DaySums {
  readonly walletId: string;
  readonly kind: PostingKind | SuspenseKind;
  readonly count: bigint;
  /** What the wallet's accounts moved by, without a sign. */
  readonly totalPaise: bigint;
  readonly providerPaise: bigint;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

/** One line for each wallet and kind among postings that are written together. */
export function daySumsOf(postings: readonly Posting[]): DaySums[] {
  const sums = new Map<string, DaySums>();
  for (const posting of postings) {
    const { walletId, kind } = posting;
    if (walletId === null) continue;
    const key = `${walletId} ${kind}`;
    const before = sums.get(key);
    const on = (account: string) =>
      posting.lines.reduce((sum, line) => (line.account === account ? sum + line.paise : sum), 0n);
    sums.set(key, {
      walletId,
      kind,
      count: (before?.count ?? 0n) + 1n,
      totalPaise: (before?.totalPaise ?? 0n) + larger(size(on("available")), size(on("held"))),
      providerPaise: (before?.providerPaise ?? 0n) + on("provider"),
      feePaise: (before?.feePaise ?? 0n) + on("fee_income"),
      gstPaise: (before?.gstPaise ?? 0n) + on("gst_payable"),
    });
  }
  return [...sums.values()];
}

const size = (paise: bigint) => (paise < 0n ? -paise : paise);
const larger = (a: bigint, b: bigint) => (a > b ? a : b);
