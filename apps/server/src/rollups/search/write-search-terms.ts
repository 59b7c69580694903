import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { readPostings } from "../../ledger/finished-payouts.ts";

const rowsPerBatch = 500;

/**
 * Writes the terms that find payouts, returns and credits, behind the ledger: it follows the postings
 * under the checkpoints, so accepting a payout never waits for it. A trigger writes those of deposit
 * requests. A repeat changes nothing.
 * @param signal stops it between two batches.
 */
export async function writeSearchTerms(signal: AbortSignal): Promise<void> {
  while ((await transaction(writeBatch)) === rowsPerBatch && !signal.aborted);
}

/** @returns how many postings it read; 0 while another worker writes. */
async function writeBatch(db: Tx): Promise<number> {
  const { rows } = await sql<{ posting_id: string }>`
    select posting_id from search_head for update skip locked
  `.execute(db);
  const [head] = rows;
  if (!head) return 0;
  const { subjectIds, upTo } = await readPostings(db, {
    after: head.posting_id,
    atMost: rowsPerBatch,
  });
  if (subjectIds.length > 0) await insertTerms(db, subjectIds);
  if (upTo !== head.posting_id)
    await db
      .updateTable("search_head")
      .set({ posting_id: upTo, at: timeOfId(upTo) })
      .execute();
  return subjectIds.length;
}

/** A settled payout is written again, because it has its UTR by then. */
async function insertTerms(db: Tx, subjectIds: readonly string[]): Promise<void> {
  const ids = sql`any(${subjectIds}::uuid[])`;
  await sql`
    insert into search_terms (tenant_id, kind, term, at, subject_id)
    select tenant_id, 'payout', term, created_at, id
    from payouts cross join lateral unnest(search_terms_of_payout(payouts)) as term
    where id = ${ids} and ${isStored}
    union all
    select payout_reversals.tenant_id, 'return', term, payout_reversals.created_at, payout_reversals.id
    from payout_reversals join payouts on payouts.id = payout_id
    cross join lateral unnest(search_terms_of_return(payout_reversals)) as term
    where (payout_reversals.id = ${ids} or payout_id = ${ids}) and ${isStored}
    union all
    select tenant_id, 'credit', term, reviewed_at, id
    from deposits cross join lateral unnest(search_terms_of_deposit(deposits)) as term
    where id = ${ids} and status = 'completed' and left(term, 1) <> 'h'
    on conflict do nothing
  `.execute(db);
}

/** An index of the payouts finds their reference; the end of an account number finds the account. */
const isStored = sql<boolean>`
  left(term, 1) <> 'r' and (left(term, 1) <> 'h' or payouts.method = 'upi')
`;

/** The time in a UUIDv7. */
function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));
}
