import type { DestinationName } from "./destinations.ts";

/** A payout that somebody asked for, known in every book by the remarks that only it has. */
export interface Order {
  readonly remarks: string;
  readonly tenant: string;
  readonly paise: number;
  readonly to: DestinationName;
  /** Every answer that said yes; with a repeated request there is more than one. */
  readonly yes: { readonly id: string; readonly reference: string; readonly at: number }[];
  /** The code of a clear no, when no request was ever lost on its way. */
  no: string | undefined;
}

/** A deposit that somebody asked for, known by its UTR. */
export interface DepositRequest {
  readonly utr: string;
  readonly tenant: string;
  readonly paise: number;
  readonly yes: { readonly id: string; readonly at: number }[];
  no: string | undefined;
  /** What reviewers were told of their decisions. */
  readonly decisions: {
    readonly outcome: "credited" | "first_approval" | "rejected";
    readonly at: number;
  }[];
}

/** Anything else that was acknowledged: what it is, its row, and the state that it must be in. */
export interface Fact {
  readonly table:
    | "people"
    | "bank_accounts"
    | "virtual_accounts"
    | "incoming_credits"
    | "deposits"
    | "statement_imports";
  readonly id: string;
  readonly states: readonly string[];
  readonly at: number;
}

/** What two super admins signed of a payout, and what the bank then did. */
export interface Signed {
  readonly payout: string;
  readonly outcome: "paid" | "failed";
  readonly at: number;
}

/** What the clients know, kept by themselves and outside of the database. */
export interface Journal {
  readonly orders: Order[];
  readonly deposits: DepositRequest[];
  readonly facts: Fact[];
  readonly signed: Signed[];
  /** How often each kind of thing was done or went wrong. */
  readonly counts: Map<string, number>;
  /** What no server may do: a 500, an answer that makes no sense. */
  readonly surprises: string[];
}

export function emptyJournal(): Journal {
  return { orders: [], deposits: [], facts: [], signed: [], counts: new Map(), surprises: [] };
}

export function count(journal: Journal, what: string, by = 1): void {
  journal.counts.set(what, (journal.counts.get(what) ?? 0) + by);
}
