import type { LineGroup, LineOutcome } from "@rokad/contract/statement-import";
import { sql, type RawBuilder } from "kysely";
import type { SuperAdmin } from "../sign-in/person.ts";

/** What there is to do about a line. */
export const groupOf: Readonly<Record<LineOutcome, LineGroup>> = {
  exact: "exact",
  sender_differs: "decide",
  amount_differs: "decide",
  duplicate: "decide",
  ambiguous: "decide",
  mangled_candidate: "decide",
  mangled: "decide",
  request_rejected: "decide",
  first_approval_given: "decide",
  unreadable: "decide",
  unknown: "unmatched",
  credited: "settled",
  debit: "skipped",
  no_amount: "skipped",
};

/** A line that names one request with its amount can be approved, the doubtful ones one by one. */
export const approvable: ReadonlySet<LineOutcome> = new Set([
  "exact",
  "sender_differs",
  "mangled_candidate",
]);

export function outcomesOf(group: LineGroup): LineOutcome[] {
  const all = Object.keys(groupOf) as LineOutcome[];
  return all.filter((outcome) => groupOf[outcome] === group);
}

/**
 * What a line comes to now: what it was found to be at the import, unless its request has been
 * decided since, here or by another reviewer, or waits for somebody other than the viewer. For
 * `statement_lines as lines` joined with `deposits`.
 */
export function standing(viewer: SuperAdmin): RawBuilder<LineOutcome> {
  return sql<LineOutcome>`case
    when deposits.status = 'completed' and lines.outcome <> 'mangled' then 'credited'
    when deposits.status = 'failed' then 'request_rejected'
    when deposits.first_approved_by = ${viewer.id} and lines.outcome = any(${[...approvable]}::text[])
      then 'first_approval_given'
    else lines.outcome
  end`;
}
