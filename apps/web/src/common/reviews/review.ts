import type { ReviewOutcome, ReviewWarning } from "@rokad/contract/reviews";
import type { ReactNode } from "react";

/** An item for a super admin's decision. */
export interface Reviewable {
  readonly _id: string;
  readonly status: string;
  readonly created_at: string;
  readonly tenant: { readonly name: string; readonly phone: string };
  readonly warnings: readonly ReviewWarning[];
}

export type Decision =
  | {
      readonly how: "approve";
      readonly ids: string[];
      readonly note: string | undefined;
      /** The codes of the warnings that the reviewer saw; only for a single item. */
      readonly warnings: readonly string[];
    }
  | { readonly how: "reject"; readonly ids: string[]; readonly reason: string };

/** The texts and functions of one kind of review; each of the two pages provides its own. */
export interface Review<Row> {
  readonly one: string;
  readonly many: string;
  /** "₹5,000.00 from Sharma Traders". */
  readonly nameOf: (row: Row) => string;
  /** The item's details. */
  readonly details: (row: Row) => ReactNode;
  /** The effect of an approval, shown before the confirmation. */
  readonly consequence: (rows: readonly Row[]) => string;
  /** A figure of the selected rows, such as their sum. */
  readonly sumOf?: (rows: readonly Row[]) => string;
  /** Why this user can't approve it; undefined when they can. */
  readonly blocked?: (row: Row) => string | undefined;
  /** Common rejection reasons. */
  readonly reasons: readonly string[];
  readonly decide: (decision: Decision) => Promise<readonly ReviewOutcome[]>;
  /** How an approved item is revoked; absent where none can be. */
  readonly revocation?: {
    readonly isPossible: (row: Row) => boolean;
    readonly consequence: string;
    readonly reasons: readonly string[];
    /** @returns the toast's text. */
    readonly revoke: (row: Row, reason: string) => Promise<string>;
  };
}

/** The rows and the first step of the dialog. */
export interface ReviewRequest<Row> {
  readonly rows: readonly Row[];
  readonly step: "details" | "approve" | "reject" | "revoke";
}

export const isPending = (row: Reviewable) => row.status === "pending";
