import { sql } from "kysely";

/** The kinds of postings on a wallet that are neither deposits nor payouts. */
export const adjustingKinds = sql`('adjust_credit', 'adjust_debit', 'owe', 'repay', 'set_aside')`;

/**
 * A query for a wallet's corrections, what they left to owe, its payments, and remainders set aside: `id` of the posting,
 * `at`, `kind`, `subject_id` and the change of the available balance in signed `paise`. There are few,
 * and one index finds them.
 */
export function adjustingMovements(walletId: string) {
  return sql`
    select posting.id, posting.created_at as at, posting.kind, subject_id, amount_paise as paise
    from ledger_postings as posting
    join ledger_entries as entry on posting_id = posting.id and account = 'available'
    where posting.tenant_id = ${walletId} and posting.kind in ${adjustingKinds}
  `;
}
