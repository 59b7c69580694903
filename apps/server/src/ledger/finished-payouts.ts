import { sql, type RawBuilder } from "kysely";
import type { Db } from "../database/db.ts";

const finishing = sql<boolean>`kind in ('settle', 'release', 'reverse')`;

/** The next postings of some kinds, and where the ones after them begin. */
interface NextPostings {
  /** The payouts, returns or deposits that the postings are about. */
  readonly subjectIds: string[];
  /** The posting up to which there are no others. */
  readonly upTo: string;
}

interface Position {
  /** The last posting that was read before. */
  readonly after: string;
  readonly atMost: number;
}

/** The payouts of the next postings that finished one, as `readPostings`. */
export async function readFinishedPayouts(db: Db, position: Position) {
  const { subjectIds: payoutIds, upTo } = await readNext(db, finishing, position);
  return { payoutIds, upTo };
}

/** The subjects of the next postings that paid a payout or brought it back: payouts and returns. */
export function readPaymentChanges(db: Db, position: Position): Promise<NextPostings> {
  return readNext(
    db,
    sql<boolean>`kind in ('settle', 'release', 'reverse', 'partial_return')`,
    position,
  );
}

/**
 * The subjects of the next postings that histories show: payouts, returns and deposits. Only postings
 * under a checkpoint: no older one can appear behind them any more (see `CheckpointWriter`).
 */
export function readPostings(db: Db, position: Position): Promise<NextPostings> {
  const shown = sql<boolean>`kind in ('hold', 'settle', 'reverse', 'partial_return', 'credit')`;
  return readNext(db, shown, position);
}

async function readNext(
  db: Db,
  condition: RawBuilder<boolean>,
  { after, atMost }: Position,
): Promise<NextPostings> {
  const { rows } = await sql<{ id: string | null; subject: string | null; head: string }>`
    select posting.id, posting.subject_id as subject, head.up_to as head
    from ledger_checkpoint_head as head left join lateral (
      select id, subject_id from ledger_postings
      where id > ${after} and id <= head.up_to and ${condition} order by id limit ${atMost}
    ) as posting on true
    order by posting.id
  `.execute(db);
  const subjectIds = rows.flatMap(({ subject }) => (subject === null ? [] : [subject]));
  const last = rows.at(-1);
  const head = last?.head ?? after;
  const read = subjectIds.length === atMost ? (last?.id ?? head) : head;
  return { subjectIds, upTo: read > after ? read : after };
}

/** The greatest id that there can be. */
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * A subquery: the payouts with a finishing posting after a subquery's one, also above the checkpoints.
 * PostgreSQL expects a third of the table after an unknown id, and reads all of it. Between two ids it
 * expects half a percent, so it reads the index.
 */
export function finishedPayoutsAfter(after: ReturnType<typeof sql>) {
  return sql`
    select subject_id from ledger_postings where id > ${after} and id <= ${lastId} and ${finishing}
  `;
}
