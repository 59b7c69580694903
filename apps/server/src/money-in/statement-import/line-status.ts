import type { LineGroup, LineOutcome } from "@rokad/contract/statement-outcomes";
import { sql, type RawBuilder } from "kysely";
import type { SuperAdmin } from "../../kernel/person.ts";
import { isPossibleDuplicate } from "../deposits/possible-duplicates.ts";

/** The group of the import page for each outcome. */
export const lineGroup: Readonly<Record<LineOutcome, LineGroup>> = {
  exact: "exact",
  possible_duplicate: "decide",
  sender_differs: "decide",
  amount_differs: "decide",
  balance_differs: "decide",
  hidden: "decide",
  duplicate: "decide",
  ambiguous: "decide",
  mangled_candidate: "decide",
  mangled: "decide",
  taken_back: "decide",
  not_creditable: "decide",
  account_revoked: "decide",
  request_rejected: "decide",
  first_approval_given: "decide",
  unreadable: "decide",
  unknown: "unmatched",
  credited: "settled",
  own_money: "skipped",
  debit: "skipped",
  no_amount: "skipped",
};

/** Outcomes that name one request with its amount. Only `exact` is approved in bulk. */
export const approvable: ReadonlySet<LineOutcome> = new Set([
  "exact",
  "possible_duplicate",
  "sender_differs",
  "balance_differs",
  "hidden",
  "mangled_candidate",
]);

/** Outcomes with one request, for which a person can credit what arrived. */
const creditable: readonly LineOutcome[] = [...approvable, "amount_differs"];

export function outcomesOf(group: LineGroup): LineOutcome[] {
  const all = Object.keys(lineGroup) as LineOutcome[];
  return all.filter((outcome) => lineGroup[outcome] === group);
}

/**
 * A line's current outcome: the one stored at the import, unless its request was decided since, has
 * the viewer's first approval, or may already be credited. For `statement_lines as lines` joined with `deposits`.
 */
export function currentOutcome(viewer: SuperAdmin): RawBuilder<LineOutcome> {
  return sql<LineOutcome>`case
    when deposits.status = 'completed' and lines.outcome not in ('mangled', 'taken_back')
      then case when lines.amount_paise = deposits.amount_paise then 'credited' else 'ambiguous' end
    when deposits.status = 'failed' and lines.outcome <> 'taken_back' then 'request_rejected'
    when lines.outcome = any(${creditable}::text[]) and exists (
      select from statement_debits as debit where debit.utr_key = deposits.utr_key
    ) then 'taken_back'
    when lines.outcome = any(${creditable}::text[]) and exists (
      select from incoming_credits as closed
      where closed.utr_key = deposits.utr_key
        and closed.state in ('suspense', 'returned', 'dismissed')
    ) then 'not_creditable'
    when lines.outcome in ('unknown', 'debit') and (lines.id, lines.amount_paise) in (${ownLines})
      then 'own_money'
    when lines.outcome = any(${creditable}::text[]) and exists (
      select from bank_accounts as account
      where account.id = deposits.bank_account_id and account.status = 'revoked'
    ) then 'account_revoked'
    when deposits.first_approved_by = ${viewer.member.id} and lines.outcome = any(${creditable}::text[])
      and coalesce(deposits.first_approval_paise, deposits.amount_paise) = lines.amount_paise
      then 'first_approval_given'
    when lines.outcome = 'exact' and ${isPossibleDuplicate(sql.table("deposits"))}
      then 'possible_duplicate'
    else lines.outcome
  end`;
}

/** Lines with the UTR of a recorded transfer of the platform's own money, and its amount. */
const ownLines = sql`
  select keys.line_id, transfer.amount_paise
  from fund_transfers as transfer join (
    select utr_key, line_id, 'destination' as side from statement_credit_keys
    union all select utr_key, line_id, 'source' from statement_debits
  ) as keys on keys.utr_key = transfer.utr_key
  where corrects_id is null and corrected_at is null
    and 'bank' = case when side = 'source' then source else destination end
`;
