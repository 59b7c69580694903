/** The match result of a statement line. */
export const lineOutcomes = [
  "exact",
  "possible_duplicate",
  "sender_differs",
  "amount_differs",
  "balance_differs",
  "hidden",
  "duplicate",
  "ambiguous",
  "mangled_candidate",
  "mangled",
  "taken_back",
  "not_creditable",
  "account_revoked",
  "request_rejected",
  "first_approval_given",
  "unknown",
  "credited",
  "own_money",
  "debit",
  "no_amount",
  "unreadable",
] as const;
export type LineOutcome = (typeof lineOutcomes)[number];

/** The match results, grouped by what to do about them. */
export const lineGroups = ["exact", "decide", "unmatched", "settled", "skipped"] as const;
export type LineGroup = (typeof lineGroups)[number];
