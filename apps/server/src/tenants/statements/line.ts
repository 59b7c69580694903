import type { statementKinds } from "@rokad/contract/reports";
import type { StatementEntry } from "../../ledger/statement.ts";
import type { PayoutFacts } from "./queries.ts";

/** Whether a line brings back a paid payout, whole or in part. */
export const isReturn = ({ kind }: Pick<Line, "kind">) =>
  kind === "reverse" || kind === "partial_return";

/** A ledger entry with its payout, deposit or adjustment, as a statement shows it. */
export interface Line extends StatementEntry {
  readonly lineKind: (typeof statementKinds)[number];
  readonly particulars: string;
  /** The destination and charges, the sender, or the reason of a return. */
  readonly detail: string | null;
  readonly reference: string | null;
  readonly utr: string | null;
  /** The account as screens show it, or the UPI ID. */
  readonly account: string | null;
  readonly ifsc: string | null;
  readonly bank: string | null;
  /** Set for entries of a payout. */
  readonly payout: PayoutFacts | undefined;
}
