import type { StatementImport } from "@rokad/contract/statement-import";
import type { LineGroup, LineOutcome } from "@rokad/contract/statement-outcomes";
import { t } from "../super-admin-language.ts";
import type { BadgeTone } from "../ui/badge.tsx";

/** A short label of a line's outcome; its reason is shown next to it. */
export const outcomeLabels: Readonly<
  Record<LineOutcome, readonly [label: string, tone: BadgeTone]>
> = {
  exact: [t`Exact match`, "good"],
  possible_duplicate: [t`Possible duplicate`, "warn"],
  sender_differs: [t`Sender differs`, "warn"],
  amount_differs: [t`Amount differs`, "bad"],
  balance_differs: [t`Balance differs`, "bad"],
  hidden: [t`Hidden row`, "warn"],
  duplicate: [t`Duplicate UTR`, "bad"],
  ambiguous: [t`Ambiguous`, "bad"],
  mangled_candidate: [t`Damaged UTR`, "warn"],
  mangled: [t`Damaged UTR`, "bad"],
  taken_back: [t`Taken back`, "bad"],
  not_creditable: [t`Not creditable`, "bad"],
  account_revoked: [t`Account revoked`, "bad"],
  request_rejected: [t`Request rejected`, "neutral"],
  own_money: [t`Own money`, "neutral"],
  first_approval_given: [t`Second approval`, "info"],
  unknown: [t`No request`, "neutral"],
  credited: [t`Credited`, "good"],
  debit: [t`Debit`, "neutral"],
  no_amount: [t`No amount`, "neutral"],
  unreadable: [t`Unreadable`, "bad"],
};

export const groupLabels: Readonly<Record<LineGroup, string>> = {
  exact: t`Exact matches`,
  decide: t`To review`,
  unmatched: t`No request`,
  settled: t`Credited`,
  skipped: t`Debits, own money and empty lines`,
};

/** The next group to handle: exact matches, then lines to review, then all lines. */
export function nextGroup({ groups }: StatementImport): "all" | LineGroup {
  if (groups.exact.count > 0) return "exact";
  return groups.decide.count > 0 ? "decide" : "all";
}

export function lineCount(count: number): string {
  return count === 1
    ? t`${count.toLocaleString("en-IN")} line`
    : t`${count.toLocaleString("en-IN")} lines`;
}

export function depositCount(count: number): string {
  return count === 1
    ? t`${count.toLocaleString("en-IN")} deposit`
    : t`${count.toLocaleString("en-IN")} deposits`;
}
