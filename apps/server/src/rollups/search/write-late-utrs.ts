import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";

/**
 * Writes the terms of UTRs that came after the success of their payouts: no posting says so, and the
 * worker follows the postings. It writes no other term, so the two never wait for each other.
 */
export async function writeLateUtrs(db: Tx, payoutIds: readonly string[]): Promise<void> {
  if (payoutIds.length === 0) return;
  await sql`
    insert into search_terms (tenant_id, kind, term, at, subject_id)
    select tenant_id, 'payout', 'w' || word, created_at, id
    from payouts cross join lateral list_search_words(utr_number, 1) as word
    where id = any(${payoutIds}::uuid[])
    on conflict do nothing
  `.execute(db);
}
