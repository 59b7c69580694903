import type { LineGroup, LineOutcome, StatementImport } from "@rokad/contract/statement-import";
import type { BadgeTone } from "../ui/badge.tsx";

/** What a line came to, in a word or two; the reason beside it says the rest. */
export const outcomeWords: Readonly<Record<LineOutcome, readonly [word: string, tone: BadgeTone]>> =
  {
    exact: ["Exact match", "good"],
    sender_differs: ["Sender differs", "warn"],
    amount_differs: ["Amount differs", "bad"],
    duplicate: ["UTR twice", "bad"],
    ambiguous: ["Not clear", "bad"],
    mangled_candidate: ["Mangled UTR", "warn"],
    mangled: ["Mangled UTR", "bad"],
    request_rejected: ["Request rejected", "neutral"],
    first_approval_given: ["Second approval", "info"],
    unknown: ["No request", "neutral"],
    credited: ["Credited", "good"],
    debit: ["Debit", "neutral"],
    no_amount: ["No amount", "neutral"],
    unreadable: ["Not readable", "bad"],
  };

export const groupWords: Readonly<Record<LineGroup, string>> = {
  exact: "Exact matches",
  decide: "To look at",
  unmatched: "No request",
  settled: "Credited",
  skipped: "Debits and the like",
};

/** What there is to do next: the exact matches, then what is to be looked at, then everything. */
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
