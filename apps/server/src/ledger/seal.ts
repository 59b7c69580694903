import { sql } from "kysely";
import { now } from "../clock.ts";
import { database, transaction } from "../db.ts";

/** A server whose clock is behind by less than this makes no posting that is sealed too late. */
const clockSkewSeconds = 10;

/** A moment before which no posting can appear any more, once every transaction of then is over. */
interface Mark {
  /** The first transaction that had not begun. */
  readonly next: bigint;
  /** Postings up to here were made before that moment: ids begin with the time. */
  readonly upTo: string;
}

/**
 * Seals what has been posted and can't be joined by an older posting any more.
 *
 * A transaction that commits late must not leave a posting behind a seal. So each pass notes how
 * far transactions have come, and seals up to what an earlier pass noted when every transaction
 * of then has ended: a posting's id is made after its transaction has locked the wallets, and a
 * transaction that locks has its number.
 */
export class Sealer {
  #mark: Mark | undefined;
  #ended: string | undefined;

  /**
   * One pass: a seal over at most so many postings, by one server at a time.
   * @returns how many postings were sealed.
   */
  async pass(options: { atMost: number; skewSeconds?: number }): Promise<number> {
    await this.#lookAround(options.skewSeconds ?? clockSkewSeconds);
    return this.#ended === undefined ? 0 : seal(this.#ended, options.atMost);
  }

  async #lookAround(skewSeconds: number): Promise<void> {
    const { rows } = await sql<{ oldest: bigint; next: bigint; ms: number }>`
      select pg_snapshot_xmin(seen)::text::bigint as oldest,
        pg_snapshot_xmax(seen)::text::bigint as next,
        extract(epoch from clock_timestamp())::float8 * 1000 as ms
      from pg_current_snapshot() as seen
    `.execute(database());
    const found = rows[0];
    if (!found) return;
    if (this.#mark && found.oldest < this.#mark.next) return;
    this.#ended = this.#mark?.upTo;
    this.#mark = { next: found.next, upTo: firstIdAt(found.ms - skewSeconds * 1000) };
  }
}

/** The smallest UUIDv7 of a millisecond. */
function firstIdAt(ms: number): string {
  const hex = Math.floor(ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

async function seal(upTo: string, atMost: number): Promise<number> {
  return transaction(async (db) => {
    // Another server that seals just now leaves nothing to do for this one.
    const { rows: heads } = await sql<{ after: string }>`
      select up_to as after from ledger_seal_head for update skip locked
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
    const { rows: sealed } = await sql<{ count: number }>`
      with made as (
        select head.seq + 1 as seq, ${now()}::timestamptz as sealed_at, ${last}::uuid as up_to,
          list.posting_ids, list.digests, head.hash as previous_hash, ''::bytea as hash
        from ledger_seal_head as head, (
          select array_agg(posting_id order by posting_id) as posting_ids,
            array_agg(digest order by posting_id) as digests
          from ledger_digests(${after}, ${last})
        ) as list
      ), added as (
        insert into ledger_seals (seq, sealed_at, up_to, posting_ids, digests, previous_hash, hash)
        select seq, sealed_at, up_to, posting_ids, digests, previous_hash,
          sha256(ledger_seal_line(row(made.*)::ledger_seals))
        from made
        returning seq, up_to, hash, cardinality(posting_ids) as count
      ), moved as (
        update ledger_seal_head as head set seq = added.seq, up_to = added.up_to, hash = added.hash
        from added
      )
      select count from added
    `.execute(db);
    return sealed[0]?.count ?? 0;
  });
}
