import { now } from "../../kernel/clock.ts";
import { type Provider } from "../../providers/provider.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { readProviderBooks } from "../float/read-provider-books.ts";

/** A provider's balance with the totals of our books at the same moment, in paise. */
export interface BalanceSnapshot {
  readonly at: Date;
  readonly reported_paise: bigint;
  readonly taken_paise: bigint;
  readonly charges_paise: bigint;
  readonly returned_paise: bigint;
  /** Recorded transfers to the provider less those from it, with what adjustments moved. */
  readonly transferred_paise: bigint;
  /** Credits in the provider's list that nobody recorded; not stored. */
  readonly unrecorded_paise: bigint;
}

export type SnapshotResult = { readonly snapshot: BalanceSnapshot } | { readonly problem: string };

const triesMax = 3;

/**
 * Fetches the provider's balance between two equal readings of our totals. A payout that moves in
 * between would show up as an unexplained amount, so it causes another try.
 */
export async function takeBalanceSnapshot(provider: Provider): Promise<SnapshotResult> {
  if (!provider.balance) return { problem: "This provider does not report a balance" };
  try {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const before = await readTotals(provider.name);
      const reported_paise = await provider.balance();
      const at = now();
      const after = await readTotals(provider.name);
      if (isSame(before, after)) return { snapshot: { at, reported_paise, ...after } };
    }
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    return { problem: "The provider did not answer the balance request" };
  }
  return { problem: "Payouts kept moving while the balance was read" };
}

type BookTotals = Omit<BalanceSnapshot, "at" | "reported_paise">;

/** Totals since the first payout. The difference of two readings is what moved in between. */
async function readTotals(adapter: string): Promise<BookTotals> {
  const books = await readProviderBooks(adapter, { listsCredits: false });
  const { taken_paise, charges_paise, returned_paise, unrecorded_paise } = books;
  const transferred_paise = books.transferred_paise + books.adjusted_paise;
  return { taken_paise, charges_paise, returned_paise, transferred_paise, unrecorded_paise };
}

function isSame(one: BookTotals, other: BookTotals): boolean {
  return (Object.keys(one) as (keyof BookTotals)[]).every((key) => one[key] === other[key]);
}
