import { sql } from "kysely";
import type { Db } from "../database/db.ts";

const finishing = sql`kind in ('settle', 'release', 'reverse')`;

/**
 * The payouts of the next postings that finished one. Only postings under a checkpoint: no older one
 * can appear behind them any more (see `CheckpointWriter`).
 * @param after the last posting that was read before.
 * @returns the payouts' ids, and the posting up to which there are no others.
 */
export async function readFinishedPayouts(
  db: Db,
  { after, atMost }: { readonly after: string; readonly atMost: number },
): Promise<{ payoutIds: string[]; upTo: string }> {
  const { rows } = await sql<{ id: string | null; payout: string | null; head: string }>`
    select posting.id, posting.subject_id as payout, head.up_to as head
    from ledger_seal_head as head left join lateral (
      select id, subject_id from ledger_postings
      where id > ${after} and id <= head.up_to and ${finishing} order by id limit ${atMost}
    ) as posting on true
    order by posting.id
  `.execute(db);
  const payoutIds = rows.flatMap(({ payout }) => (payout === null ? [] : [payout]));
  const last = rows.at(-1);
  const head = last?.head ?? after;
  const read = payoutIds.length === atMost ? (last?.id ?? head) : head;
  return { payoutIds, upTo: read > after ? read : after };
}

/** A subquery: the payouts with a finishing posting after a subquery's one, also above the checkpoints. */
export function finishedPayoutsAfter(after: ReturnType<typeof sql>) {
  return sql`select subject_id from ledger_postings where id > ${after} and ${finishing}`;
}
