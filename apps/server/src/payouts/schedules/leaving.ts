import type { UpcomingItem } from "@rokad/contract/upcoming";

/** Something that leaves the wallet, before the balance after it is known. */
export interface Leaving {
  readonly kind: UpcomingItem["kind"];
  readonly id: string | null;
  readonly title: string;
  /** Null for what leaves as soon as it can. */
  readonly at: Date | null;
  readonly dueOn?: string;
  readonly isKnown: boolean;
  readonly waitsFor: string | null;
  readonly payouts: number;
  readonly amountPaise: bigint;
  /** What is taken from the available balance. */
  readonly totalPaise: bigint;
}
