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
      /** What arrived for one deposit, as the person states it. */
      readonly arrival?: StatedArrival | undefined;
      /** The codes of the warnings that the reviewer saw; only for a single item. */
      readonly warnings: readonly string[];
    }
  | { readonly how: "reject"; readonly ids: string[]; readonly reason: string };

/** The fields of what arrived for one deposit, as entered. */
export interface StatedArrival {
  /** Whether another amount arrived than was requested. */
  readonly isOther: boolean;
  /** In rupees; undefined while empty. */
  readonly rupees: number | undefined;
  readonly reason: string;
  /** The receiving account; undefined for that of the request. */
  readonly accountId: string | undefined;
}

/** More fields in the approval of one item. */
export interface ArrivalFields<Row> {
  readonly initial: (row: Row) => StatedArrival;
  readonly fields: (
    row: Row,
    value: StatedArrival,
    change: (value: StatedArrival) => void,
    errors: Readonly<Record<string, string>>,
  ) => ReactNode;
  /** The message of each invalid field. */
  readonly check: (value: StatedArrival) => Readonly<Record<string, string>>;
  /** Why an item can't be one of several; undefined when it can. */
  readonly leftOut: (row: Row) => string | undefined;
}

/** The texts and functions of one kind of review; each of the two pages provides its own. */
export interface Review<Row> {
  readonly one: string;
  readonly many: string;
  /** "₹5,000.00 from Sharma Traders". */
  readonly nameOf: (row: Row) => string;
  /** The item's details. */
  readonly details: (row: Row) => ReactNode;
  /** The effect of an approval, shown before the confirmation. */
  readonly consequence: (rows: readonly Row[], arrival?: StatedArrival) => string;
  /** A figure of the selected rows, such as their sum. */
  readonly sumOf?: (rows: readonly Row[], arrival?: StatedArrival) => string;
  readonly arrival?: ArrivalFields<Row>;
  /** Evidence that confirms the item, such as a bank statement; undefined for none. */
  readonly confirmed?: (
    row: Row,
  ) => { readonly label: string; readonly message: string } | undefined;
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

export function countOf<Row>({ one, many }: Review<Row>, rows: readonly Row[]): string {
  return rows.length > 1 ? `${rows.length} ${many}` : one;
}
