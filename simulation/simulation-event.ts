import type { Fault } from "../apps/server/test/stand-ins/stand-in-server.ts";
import type { DestinationName } from "./destinations.ts";

export const banks = ["razorpayx", "cashfree"] as const;
export type BankName = (typeof banks)[number];

export type PayoutVariant =
  | "plain"
  | "double click"
  | "response lost"
  | "given up"
  | "repeated later"
  | "key with another body"
  | "overdraft";

/** How super admins review a deposit. */
export type ReviewVariant = "approve" | "reject" | "double click" | "race" | "no review";

/** How a tenant requests the credit of a transfer. */
export type RequestVariant = "correct" | "one paisa too much" | "wrong UTR" | "no request";

export type StatementVariant =
  | "once"
  | "again later"
  | "double click"
  | "two people"
  | "response lost"
  | "server killed";

/** What two super admins correct; `beyond the balance` leaves the tenant owing the rest. */
export type Correction =
  | "goodwill"
  | "wrong credit of a deposit"
  | "bank recall"
  | "beyond the balance"
  | "bank charge"
  | "provider charge"
  | "between accounts";

/** Who decides about a proposed correction, in parallel where there are several. */
export type CorrectionDecision =
  | "confirmed"
  | "confirmed twice"
  | "two confirm"
  | "confirmed or rejected"
  | "confirmed or withdrawn"
  | "not decided";

export type WithdrawalVariant = "plain" | "double click" | "response lost" | "two at once";

/** How a team decides about a payment request. */
export type PaymentRequestVariant =
  | "approved"
  | "the owner prepares"
  | "the maker approves too"
  | "approved twice by one person"
  | "everyone at once"
  | "edited meanwhile"
  | "rejected meanwhile"
  | "withdrawn meanwhile"
  | "not decided";

/** How a team pays a file. */
export type BatchVariant =
  | "plain"
  | "uploaded twice at once"
  | "uploaded by two people"
  | "uploaded again later"
  | "response lost"
  | "started twice at once"
  | "the maker approves too"
  | "approved twice by one person"
  | "everyone at once"
  | "withdrawn meanwhile"
  | "paused"
  | "paused, then cancelled"
  | "cancelled"
  | "cancelled by two people"
  | "not signed";

/** How a program pays with its API key. */
export type ProgramVariant =
  | "plain"
  | "double click"
  | "response lost"
  | "key with another body"
  | "one client reference twice"
  | "above its limit"
  | "revoked meanwhile";

/** What happens to payouts that the wallet does not cover. */
export type WaitVariant = "funded" | "cancelled" | "cancelled or funded" | "left waiting";

export type PolicyName = "an approver, then the owner" | "two approvers above a limit";

/** Who records a top-up of a provider: a super admin, the workers from its list, or both at once. */
export type TopUpVariant =
  | "recorded"
  | "double click"
  | "found in the list"
  | "both"
  | "recorded late";

/** What a bank's signed answers say for a while. */
export type WrongAmount = "another amount" | "another currency" | "no amount";

/** An action of a person, or a failure. */
export type SimulationEvent =
  | {
      readonly kind: "payout";
      readonly tenant: number;
      readonly to: DestinationName;
      readonly paise: number;
      readonly variant: PayoutVariant;
    }
  | {
      readonly kind: "deposit";
      readonly tenant: number;
      readonly paise: number;
      readonly review: ReviewVariant;
    }
  | {
      readonly kind: "transfer to receiving account";
      readonly tenant: number;
      readonly paise: number;
      readonly request: RequestVariant;
    }
  | {
      readonly kind: "statement import";
      readonly transfers: number;
      readonly variant: StatementVariant;
    }
  | { readonly kind: "top-up"; readonly paise: number; readonly variant: TopUpVariant }
  | { readonly kind: "bank account"; readonly tenant: number; readonly isApproved: boolean }
  | {
      readonly kind: "transfer to virtual account";
      readonly bank: BankName;
      readonly tenant: number;
      readonly paise: number;
      readonly from: "own account" | "unknown account" | "no sender details";
      /** Whether the tenant also requests the credit of an IMPS transfer, in its own spelling. */
      readonly isRequested: boolean;
    }
  | {
      readonly kind: "suspense decision";
      readonly tenant: number;
      readonly decision: "assign" | "return";
    }
  | {
      readonly kind: "provider pause";
      readonly rail: "primary" | "alternative";
      readonly ms: number;
    }
  | {
      readonly kind: "tenant deactivation";
      readonly tenant: number;
      readonly ms: number;
      /** What happens to unsent payouts then, and to those held at the reactivation. */
      readonly payouts: "hold" | "send";
      readonly held: "send" | "cancel";
    }
  | {
      readonly kind: "payout cancellation";
      readonly tenant: number;
      readonly by: "payer" | "super admin" | "both";
      readonly whilePaused: boolean;
    }
  | {
      readonly kind: "adjustment";
      readonly tenant: number;
      readonly paise: number;
      readonly what: Correction;
      readonly decision: CorrectionDecision;
    }
  | {
      readonly kind: "withdrawal";
      readonly tenant: number;
      readonly paise: number;
      readonly variant: WithdrawalVariant;
    }
  | {
      readonly kind: "payment request";
      readonly team: number;
      readonly to: DestinationName;
      readonly paise: number;
      readonly variant: PaymentRequestVariant;
    }
  | {
      readonly kind: "batch of payouts";
      readonly team: number;
      readonly rows: readonly { readonly to: DestinationName; readonly paise: number }[];
      readonly hasWrongRow: boolean;
      readonly funding: "whole" | "in_order";
      readonly variant: BatchVariant;
      readonly ms: number;
    }
  | {
      readonly kind: "payout of a program";
      readonly program: number;
      readonly to: DestinationName;
      readonly paise: number;
      readonly variant: ProgramVariant;
    }
  | {
      readonly kind: "payouts beyond the balance";
      readonly paise: number;
      readonly variant: WaitVariant;
    }
  | { readonly kind: "policy change"; readonly policy: PolicyName }
  | { readonly kind: "account closing"; readonly paise: number }
  | { readonly kind: "account reading"; readonly tenant: number }
  | {
      readonly kind: "bank fault";
      readonly bank: BankName;
      readonly fault: Fault;
      readonly times: number;
    }
  | { readonly kind: "bank outage"; readonly bank: BankName; readonly ms: number }
  | { readonly kind: "payout return"; readonly nth: number }
  /** A bank sends a part of a payment back, or all that is still out. */
  | { readonly kind: "partial return"; readonly nth: number; readonly percent: number }
  /** A provider takes a credit on a virtual account back, or a part of it. */
  | {
      readonly kind: "chargeback";
      readonly nth: number;
      readonly how: "refund" | "dispute";
      readonly percent: number;
    }
  | { readonly kind: "late send"; readonly bank: BankName }
  | { readonly kind: "SMS fault"; readonly fault: Fault }
  | { readonly kind: "process kill"; readonly process: number }
  | { readonly kind: "process restart"; readonly process: number }
  | { readonly kind: "process freeze"; readonly process: number; readonly ms: number }
  | {
      readonly kind: "wrong clock";
      readonly process: number;
      readonly seconds: number;
      readonly ms: number;
    }
  | { readonly kind: "transfer taken back"; readonly nth: number }
  | {
      readonly kind: "wrong amounts";
      readonly bank: BankName;
      readonly what: WrongAmount;
      readonly ms: number;
    }
  | { readonly kind: "database crash" }
  | { readonly kind: "clock jump"; readonly seconds: number };
