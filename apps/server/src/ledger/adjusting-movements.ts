import { sql } from "kysely";

/** The kinds of postings on a wallet that are neither deposits, payouts nor payment requests. */
export const adjustingKinds = sql`('adjust_credit', 'adjust_debit', 'owe', 'repay', 'set_aside')`;

/**
 * A query for a wallet's corrections, what they left to owe, its payments, remainders set aside, and
 * what payment requests hold now: `id` of the posting or of the hold, `at`, `kind`, `subject_id` and
 * the change of the available balance in signed `paise`. There are few, and two indexes find them. A
 * hold that came back is no row, like the money of a failed payout; one that a payout took over is
 * that payout's row.
 */
export function adjustingMovements(walletId: string) {
  return sql`
    select posting.id, posting.created_at as at, posting.kind, subject_id, amount_paise as paise
    from ledger_postings as posting
    join ledger_entries as entry on posting_id = posting.id and account = 'available'
    where posting.tenant_id = ${walletId} and posting.kind in ${adjustingKinds}
    union all
    select id, held_at, 'request_hold', request_id, -amount_paise
    from request_holds where tenant_id = ${walletId} and released_at is null
  `;
}
