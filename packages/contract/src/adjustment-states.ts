/** What becomes of a proposal: another super admin posts or rejects it; its proposer withdraws it. */
export const adjustmentStates = ["proposed", "posted", "withdrawn", "rejected"] as const;

/** The kinds that a super admin can propose. */
export const proposableKinds = [
  "wrong_credit",
  "wrong_debit",
  "bank_recall",
  "contradiction",
  "goodwill",
  "bank_charge",
  "write_off",
  "reclassification",
] as const;
export type ProposableKind = (typeof proposableKinds)[number];

/** Posted without people: a provider's chargeback, and play money that the command line takes out. */
export const automaticKinds = ["chargeback", "sandbox_money"] as const;
export type AutomaticKind = (typeof automaticKinds)[number];
export type AdjustmentKind = ProposableKind | AutomaticKind;
