import type { DestinationName } from "./destinations.ts";
import type {
  BatchVariant,
  Correction,
  CorrectionDecision,
  PaymentRequestVariant,
  ProgramVariant,
  PayoutVariant,
  RequestVariant,
  ReviewVariant,
  StatementVariant,
  WaitVariant,
  WithdrawalVariant,
} from "./simulation-event.ts";

/* How often each variant of an event is played. */

export const destinationWeights: Readonly<Record<DestinationName, number>> = {
  account: 8,
  "second account": 4,
  "UPI ID": 5,
  "failing account": 2,
  "late-failing account": 1,
  "returning account": 2,
  "pending account": 1,
};

export const payoutWeights: Readonly<Record<PayoutVariant, number>> = {
  plain: 10,
  "double click": 3,
  "response lost": 3,
  "given up": 2,
  "repeated later": 2,
  "key with another body": 2,
  overdraft: 1,
};

export const reviewWeights: Readonly<Record<ReviewVariant, number>> = {
  approve: 6,
  reject: 2,
  "double click": 3,
  race: 4,
  "no review": 1,
};

export const requestWeights: Readonly<Record<RequestVariant, number>> = {
  correct: 6,
  "one paisa too much": 1,
  "wrong UTR": 1,
  "no request": 1,
};

export const correctionWeights: Readonly<Record<Correction, number>> = {
  goodwill: 2,
  "wrong credit of a deposit": 3,
  "bank recall": 2,
  "beyond the balance": 3,
  "bank charge": 1,
  "provider charge": 1,
  "between accounts": 2,
};

export const correctionDecisionWeights: Readonly<Record<CorrectionDecision, number>> = {
  confirmed: 3,
  "confirmed twice": 3,
  "two confirm": 3,
  "confirmed or rejected": 2,
  "confirmed or withdrawn": 2,
  "not decided": 1,
};

export const withdrawalWeights: Readonly<Record<WithdrawalVariant, number>> = {
  plain: 3,
  "double click": 2,
  "response lost": 2,
  "two at once": 2,
};

export const paymentRequestWeights: Readonly<Record<PaymentRequestVariant, number>> = {
  approved: 4,
  "the owner prepares": 1,
  "the maker approves too": 1,
  "approved twice by one person": 2,
  "everyone at once": 3,
  "edited meanwhile": 2,
  "rejected meanwhile": 2,
  "withdrawn meanwhile": 2,
  "not decided": 1,
};

export const batchWeights: Readonly<Record<BatchVariant, number>> = {
  plain: 4,
  "uploaded twice at once": 2,
  "uploaded by two people": 2,
  "uploaded again later": 2,
  "response lost": 2,
  "started twice at once": 2,
  "the maker approves too": 1,
  "approved twice by one person": 1,
  "everyone at once": 2,
  "withdrawn meanwhile": 1,
  paused: 2,
  "paused, then cancelled": 1,
  cancelled: 1,
  "cancelled by two people": 1,
  "not signed": 1,
};

export const programWeights: Readonly<Record<ProgramVariant, number>> = {
  plain: 4,
  "double click": 2,
  "response lost": 2,
  "key with another body": 1,
  "one client reference twice": 2,
  "above its limit": 1,
  "revoked meanwhile": 1,
};

export const waitWeights: Readonly<Record<WaitVariant, number>> = {
  funded: 3,
  cancelled: 1,
  "cancelled or funded": 2,
  "left waiting": 1,
};

export const statementWeights: Readonly<Record<StatementVariant, number>> = {
  once: 2,
  "again later": 2,
  "double click": 2,
  "two people": 2,
  "response lost": 2,
  "server killed": 1,
};
