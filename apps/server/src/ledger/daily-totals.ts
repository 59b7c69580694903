import type { Posting } from "./posting.ts";

/** The totals of a wallet's postings of one kind, in paise. */
export interface DailyTotals {
  readonly walletId: string;
  readonly kind: Posting["kind"];
  readonly count: bigint;
  /** The change of the wallet's accounts, without a sign. */
  readonly totalPaise: bigint;
  readonly providerPaise: bigint;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

/** Totals for each wallet and kind among postings that are written together. */
export function dailyTotalsOf(postings: readonly Posting[]): DailyTotals[] {
  const totals = new Map<string, DailyTotals>();
  for (const posting of postings) {
    const { walletId, kind } = posting;
    if (walletId === null) continue;
    const key = `${walletId} ${kind}`;
    const current = totals.get(key);
    const sumOn = (account: string) =>
      posting.lines.reduce((sum, line) => (line.account === account ? sum + line.paise : sum), 0n);
    totals.set(key, {
      walletId,
      kind,
      count: (current?.count ?? 0n) + 1n,
      totalPaise:
        (current?.totalPaise ?? 0n) + larger(absolute(sumOn("available")), absolute(sumOn("held"))),
      providerPaise: (current?.providerPaise ?? 0n) + sumOn("provider"),
      feePaise: (current?.feePaise ?? 0n) + sumOn("fee_income"),
      gstPaise: (current?.gstPaise ?? 0n) + sumOn("gst_payable"),
    });
  }
  return [...totals.values()];
}

const absolute = (paise: bigint) => (paise < 0n ? -paise : paise);
const larger = (a: bigint, b: bigint) => (a > b ? a : b);
