import type { DestinationName } from "./destinations.ts";
import type { BankName } from "./simulation-event.ts";

/**
 * A payout that a tenant requested. Its unique remarks identify it in the database; a withdrawal has
 * none of its own, and the id of its answer does.
 */
export interface PayoutRequest {
  readonly remarks: string;
  readonly tenant: string;
  readonly paise: number;
  /** A destination of payouts, or the number of the tenant's own account. */
  readonly to: DestinationName | { readonly ownAccount: string };
  /** One for each 201; a repeated request has several. */
  readonly acknowledgements: {
    readonly id: string;
    readonly reference: string;
    readonly at: number;
  }[];
  /** The error code, if every request got a response. */
  rejection: string | undefined;
}

/** A deposit that a tenant requested. Its UTR identifies it. */
export interface DepositRequest {
  readonly utr: string;
  readonly tenant: string;
  readonly paise: number;
  readonly acknowledgements: { readonly id: string; readonly at: number }[];
  rejection: string | undefined;
  /** The outcomes in the responses to reviewers. */
  readonly decisions: {
    readonly outcome: "credited" | "first_approval" | "rejected";
    readonly at: number;
  }[];
}

/** Any other acknowledged change: a row, and the states that it may have from then on. */
export interface ExpectedState {
  readonly table:
    | "tenants"
    | "bank_accounts"
    | "virtual_accounts"
    | "incoming_credits"
    | "deposits"
    | "statement_imports"
    | "adjustments"
    | "closings";
  readonly id: string;
  readonly states: readonly string[];
  readonly at: number;
}

/** An outcome of a payout that two super admins signed. */
export interface SignedOutcome {
  readonly payout: string;
  readonly outcome: "paid" | "failed";
  readonly at: number;
}

/** A payout that was cancelled, and how many calls said so. */
export interface Cancellation {
  readonly payout: string;
  readonly times: number;
  readonly at: number;
}

/** What a proposed adjustment does to the platform's accounts at banks, by what its proposer asked for. */
export interface ProposedCorrection {
  readonly id: string;
  /** The receiving account; null for none of them. */
  readonly account: string | null;
  readonly accountPaise: number;
  readonly provider: BankName | null;
  readonly providerPaise: number;
  /** The bank has moved the money already: it took the transfer back. */
  readonly isTakenBack: boolean;
}

/** The requests and responses as the clients know them, independent of the database. */
export interface ClientRecords {
  readonly payouts: PayoutRequest[];
  readonly deposits: DepositRequest[];
  readonly expectedStates: ExpectedState[];
  readonly signedOutcomes: SignedOutcome[];
  readonly cancellations: Cancellation[];
  readonly corrections: ProposedCorrection[];
  /** How often each kind of event or failure occurred. */
  readonly counts: Map<string, number>;
  /** Responses that no server may give, such as a 500. */
  readonly anomalies: string[];
}

export function emptyClientRecords(): ClientRecords {
  return {
    payouts: [],
    deposits: [],
    expectedStates: [],
    signedOutcomes: [],
    cancellations: [],
    corrections: [],
    counts: new Map(),
    anomalies: [],
  };
}

export function count(clients: ClientRecords, name: string, by = 1): void {
  clients.counts.set(name, (clients.counts.get(name) ?? 0) + by);
}
