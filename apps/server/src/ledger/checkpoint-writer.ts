import { sql } from "kysely";
import { now } from "../kernel/clock.ts";
import { database, transaction } from "../database/db.ts";

/** How far a server's clock may be behind without a posting that appears behind a checkpoint. */
const clockSkewSeconds = 10;

/** A moment. Once all transactions of that moment have ended, no older posting can appear. */
interface Mark {
  /** The first transaction id that was not assigned yet. */
  readonly next: bigint;
  /** Ids up to here were created before the moment, because ids start with the time. */
  readonly upTo: string;
}

/**
 * Writes checkpoints over postings that no older posting can precede any more.
 *
 * Closes the race with a transaction that commits late: its posting must not appear behind a
 * checkpoint. Each pass records a mark and uses an earlier mark when all transactions of that
 * moment have ended. A posting's id is created after its transaction has locked the wallets, and
 * a transaction that locks rows has a transaction id.
 */
export class CheckpointWriter {
  #mark: Mark | undefined;
  #safeUpTo: string | undefined;

  /**
   * Writes one checkpoint over at most `atMost` postings; one server at a time.
   * @returns the number of postings.
   */
  async pass(options: { atMost: number; skewSeconds?: number }): Promise<number> {
    await this.#updateMark(options.skewSeconds ?? clockSkewSeconds);
    return this.#safeUpTo === undefined ? 0 : writeCheckpoint(this.#safeUpTo, options.atMost);
  }

  async #updateMark(skewSeconds: number): Promise<void> {
    const { rows } = await sql<{ oldest: bigint; next: bigint; ms: number }>`
      select pg_snapshot_xmin(snapshot)::text::bigint as oldest,
        pg_snapshot_xmax(snapshot)::text::bigint as next,
        extract(epoch from clock_timestamp())::float8 * 1000 as ms
      from pg_current_snapshot() as snapshot
    `.execute(database());
    const snapshot = rows[0];
    if (!snapshot) return;
    if (this.#mark && snapshot.oldest < this.#mark.next) return;
    this.#safeUpTo = this.#mark?.upTo;
    this.#mark = { next: snapshot.next, upTo: firstIdAt(snapshot.ms - skewSeconds * 1000) };
  }
}

/** The smallest UUIDv7 of a millisecond. */
function firstIdAt(ms: number): string {
  const hex = Math.floor(ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

async function writeCheckpoint(upTo: string, atMost: number): Promise<number> {
  return transaction(async (db) => {
    // If another server holds the lock, it is writing the checkpoint.
    const { rows: heads } = await sql<{ after: string }>`
      select up_to as after from ledger_checkpoint_head for update skip locked
    `.execute(db);
    const after = heads[0]?.after;
    if (after === undefined || after >= upTo) return 0;
    const { rows } = await sql<{ last: string }>`
      select id as last from (
        select id from ledger_postings where id > ${after} and id <= ${upTo} order by id limit ${atMost}
      ) as batch
      order by id desc limit 1
    `.execute(db);
    const last = rows[0]?.last;
    if (!last) return 0;
    const { rows: written } = await sql<{ count: number }>`
      with checkpoint as (
        select head.seq + 1 as seq, ${now()}::timestamptz as created_at, ${last}::uuid as up_to,
          list.posting_ids, list.digests, head.hash as previous_hash, ''::bytea as hash
        from ledger_checkpoint_head as head, (
          select array_agg(posting_id order by posting_id) as posting_ids,
            array_agg(digest order by posting_id) as digests
          from ledger_digests(${after}, ${last})
        ) as list
      ), added as (
        insert into ledger_checkpoints (seq, created_at, up_to, posting_ids, digests, previous_hash, hash)
        select seq, created_at, up_to, posting_ids, digests, previous_hash,
          sha256(ledger_checkpoint_line(row(checkpoint.*)::ledger_checkpoints))
        from checkpoint
        returning seq, up_to, hash, cardinality(posting_ids) as count
      ), moved as (
        update ledger_checkpoint_head as head set seq = added.seq, up_to = added.up_to, hash = added.hash
        from added
      )
      select count from added
    `.execute(db);
    return written[0]?.count ?? 0;
  });
}
