import type { ReviewOutcome, ReviewWarning } from "@rokad/contract/reviews";
import type { ReactNode } from "react";

/** Something that waits for a super admin's decision. */
export interface Reviewable {
  readonly _id: string;
  readonly status: string;
  readonly created_at: string;
  readonly tenant: { readonly name: string; readonly phone: string };
  readonly warnings: readonly ReviewWarning[];
}

export type Decision =
  | { readonly how: "approve"; readonly ids: string[]; readonly note: string | undefined }
  | { readonly how: "reject"; readonly ids: string[]; readonly reason: string };

/** What a review is about: each of the two pages says what is its own. */
export interface Review<Row> {
  readonly one: string;
  readonly many: string;
  /** "₹5,000.00 from Sharma Traders". */
  readonly nameOf: (row: Row) => string;
  /** All that is known of it. */
  readonly details: (row: Row) => ReactNode;
  /** What an approval does, said before the press. */
  readonly consequence: (rows: readonly Row[]) => string;
  /** Of those chosen, such as their sum. */
  readonly sumOf?: (rows: readonly Row[]) => string;
  /** Why this person can't approve it; undefined when they can. */
  readonly blocked?: (row: Row) => string | undefined;
  /** Reasons that are often given. */
  readonly reasons: readonly string[];
  readonly decide: (decision: Decision) => Promise<readonly ReviewOutcome[]>;
}

/** What the dialog is open for. */
export interface Opened<Row> {
  readonly rows: readonly Row[];
  readonly step: "look" | "approve" | "reject";
}

export const isWaiting = (row: Reviewable) => row.status === "pending";
