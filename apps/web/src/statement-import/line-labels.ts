import type { StatementImport } from "@rokad/contract/statement-import";
import type { LineGroup, LineOutcome } from "@rokad/contract/statement-outcomes";
import type { BadgeTone } from "../ui/badge.tsx";

/** A short label of a line's outcome; its reason is shown next to it. */
export const outcomeLabels: Readonly<
  Record<LineOutcome, readonly [label: string, tone: BadgeTone]>
> = {
  exact: ["Exact match", "good"],
  possible_duplicate: ["Possible duplicate", "warn"],
  sender_differs: ["Sender differs", "warn"],
  amount_differs: ["Amount differs", "bad"],
  balance_differs: ["Balance differs", "bad"],
  hidden: ["Hidden row", "warn"],
  duplicate: ["Duplicate UTR", "bad"],
  ambiguous: ["Ambiguous", "bad"],
  mangled_candidate: ["Damaged UTR", "warn"],
  mangled: ["Damaged UTR", "bad"],
  taken_back: ["Taken back", "bad"],
  not_creditable: ["Not creditable", "bad"],
  account_revoked: ["Account revoked", "bad"],
  request_rejected: ["Request rejected", "neutral"],
  own_money: ["Own money", "neutral"],
  first_approval_given: ["Second approval", "info"],
  unknown: ["No request", "neutral"],
  credited: ["Credited", "good"],
  debit: ["Debit", "neutral"],
  no_amount: ["No amount", "neutral"],
  unreadable: ["Unreadable", "bad"],
};

export const groupLabels: Readonly<Record<LineGroup, string>> = {
  exact: "Exact matches",
  decide: "To review",
  unmatched: "No request",
  settled: "Credited",
  skipped: "Debits, own money and empty lines",
};

/** The next group to handle: exact matches, then lines to review, then all lines. */
export function nextGroup({ groups }: StatementImport): "all" | LineGroup {
  if (groups.exact.count > 0) return "exact";
  return groups.decide.count > 0 ? "decide" : "all";
}

export function lineCount(count: number): string {
  return `${count.toLocaleString("en-IN")} ${count === 1 ? "line" : "lines"}`;
}

export function depositCount(count: number): string {
  return `${count.toLocaleString("en-IN")} ${count === 1 ? "deposit" : "deposits"}`;
}
