import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { Fault } from "./fault.ts";

const postingRule = "every posting matches its checkpoint";
const chainRule = "every checkpoint of the ledger is intact";
/** The rules that `verifyCheckpoints` checks. */
export const checkpointRules = [postingRule, chainRule] as const;

/** The result of a verification of the checkpoints. */
export interface CheckpointResult {
  readonly faults: Fault[];
  readonly checkpoints: bigint;
  /** The number of postings that checkpoints list. */
  readonly coveredPostings: bigint;
  /** The number of newer postings without a checkpoint, which are not verified. */
  readonly uncoveredPostings: bigint;
  /** The end of the hash chain. A copy stored elsewhere shows later whether the chain was cut. */
  readonly head: { readonly seq: bigint; readonly hash: string };
}

const checkpointsPerQuery = 20n;
/** More than a person can inspect; a limit, because a change of every row must not fill the memory. */
const faultsMax = 200;

/**
 * Compares every posting and entry with the checkpoints, and verifies the hash chain of the
 * checkpoints. Reads a few checkpoints at a time, so that memory does not grow with the ledger.
 */
export async function verifyCheckpoints(db: Db): Promise<CheckpointResult> {
  // Read first, so that checkpoints which are added meanwhile are not faults.
  const { rows } = await sql<{ seq: bigint; up_to: string; hash: string; uncovered: bigint }>`
    select seq, up_to, encode(hash, 'hex') as hash,
      (select count(*) from ledger_postings where id > up_to) as uncovered
    from ledger_checkpoint_head
  `.execute(db);
  const head = rows[0];
  if (!head) {
    const missing = { rule: chainRule, where: "the head of the checkpoints is missing" };
    return {
      faults: [missing],
      checkpoints: 0n,
      coveredPostings: 0n,
      uncoveredPostings: 0n,
      head: { seq: 0n, hash: "" },
    };
  }
  const faults = await chainFaults(db, head.seq);
  let coveredPostings = 0n;
  for (
    let after = 0n;
    after < head.seq && faults.length < faultsMax;
    after += checkpointsPerQuery
  ) {
    const last = after + checkpointsPerQuery < head.seq ? after + checkpointsPerQuery : head.seq;
    coveredPostings += await countPostings(db, after, last);
    faults.push(...(await postingFaults(db, after, last, faultsMax - faults.length)));
  }
  return {
    faults,
    checkpoints: head.seq,
    coveredPostings,
    uncoveredPostings: head.uncovered,
    head,
  };
}

/** Faults of the chain: a checkpoint that was changed, removed or moved. Ignores those after `last`. */
async function chainFaults(db: Db, last: bigint): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    with chained as (
      select seq, previous_hash, hash, up_to, sha256(ledger_checkpoint_line(ledger_checkpoints)) as computed,
        lag(seq, 1, 0::bigint) over chain as seq_before,
        lag(hash, 1, sha256('rokad ledger checkpoints')) over chain as hash_before,
        lag(up_to, 1, '00000000-0000-0000-0000-000000000000') over chain as up_to_before
      from ledger_checkpoints where seq <= ${last}
      window chain as (order by seq)
    )
    select ${chainRule} as rule, case
        when hash <> computed then 'checkpoint ' || seq || ' was changed'
        when seq <> seq_before + 1
          then 'checkpoints ' || (seq_before + 1) || ' to ' || (seq - 1) || ' are missing'
        else 'checkpoint ' || seq || ' does not follow the previous one'
      end as where
    from chained
    where hash <> computed or seq <> seq_before + 1 or previous_hash <> hash_before
      or up_to <= up_to_before
    union all
    select ${chainRule}, case
        when end_seq < head.seq
          then 'checkpoints ' || (end_seq + 1) || ' to ' || head.seq || ' are missing at the end'
        else 'the head of the checkpoints does not match checkpoint ' || head.seq
      end
    from ledger_checkpoint_head as head, (
      select coalesce(max(seq), 0) as end_seq from ledger_checkpoints where seq <= ${last}
    ) as ended
    where head.seq = ${last} and head.seq > 0 and not exists (
      select from ledger_checkpoints as checkpoint
      where checkpoint.seq = head.seq and checkpoint.hash = head.hash and checkpoint.up_to = head.up_to
    )
    union all
    select ${chainRule}, 'checkpoint ' || checkpoint.seq || ' was added after the head'
    from ledger_checkpoints as checkpoint, ledger_checkpoint_head as head where checkpoint.seq > head.seq
    limit ${faultsMax}
  `.execute(db);
  return rows;
}

async function countPostings(db: Db, after: bigint, last: bigint): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    select coalesce(sum(cardinality(posting_ids)), 0)::bigint as count
    from ledger_checkpoints where seq > ${after} and seq <= ${last}
  `.execute(db);
  return rows[0]?.count ?? 0n;
}

/**
 * Faults of the postings and entries of some checkpoints. A digest has four bytes for each row, in
 * the order of the lines, which identify the changed row. The posting itself is line 0.
 */
async function postingFaults(
  db: Db,
  after: bigint,
  last: bigint,
  atMost: number,
): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    with ranges as (
      select checkpoint.posting_ids, checkpoint.digests, checkpoint.up_to, before.up_to as after_id
      from ledger_checkpoints as checkpoint
      left join ledger_checkpoints as before on before.seq = checkpoint.seq - 1
      where checkpoint.seq > ${after} and checkpoint.seq <= ${last}
    ), wrong as (
      select difference.*
      from ranges
      cross join lateral (
        select posting_id, listed.digest as listed, current.digest as current
        from unnest(posting_ids, digests) as listed (posting_id, digest)
        full join ledger_digests(
          coalesce(after_id, '00000000-0000-0000-0000-000000000000'), up_to
        ) as current using (posting_id)
        where listed.digest is distinct from current.digest
          -- After a missing checkpoint, which is a fault of the chain, the list is unknown.
          and (listed.digest is not null or after_id is not null or posting_ids[1] <= posting_id)
      ) as difference
      limit ${atMost}
    )
    select ${postingRule} as rule, 'posting ' || posting_id || case
        when current is null then ' is missing'
        when listed is null then ' was added after its checkpoint'
        when line is null then ' has an entry that was added'
        else coalesce(' line ' || nullif(line, 0), '')
          || case when length(current) < length(listed) then ' is missing' else ' was changed' end
      end as where
    from wrong
    left join lateral (
      select line
      from generate_series(0, (length(listed) - 32) / 4 - 1) as line
      where current is not null and not exists (
        select from generate_series(0, (length(current) - 32) / 4 - 1) as other
        where substr(current, 33 + 4 * other, 4) = substr(listed, 33 + 4 * line, 4)
      )
    ) as lines on true
    order by posting_id, line
  `.execute(db);
  return rows;
}

/** The newest checkpoint: the head of the hash chain, with its hash in hexadecimal digits. */
export async function readCheckpointHead(db: Db): Promise<CheckpointResult["head"]> {
  const { rows } = await sql<CheckpointResult["head"]>`
    select seq, encode(hash, 'hex') as hash from ledger_checkpoint_head
  `.execute(db);
  return rows[0] ?? { seq: 0n, hash: "" };
}

/** The hashes of checkpoints, in hexadecimal digits by number; one that is missing has none. */
export async function readCheckpointHashes(
  db: Db,
  seqs: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await sql<{ seq: bigint; hash: string }>`
    select seq, encode(hash, 'hex') as hash from ledger_checkpoints where seq = any(${seqs}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ seq, hash }) => [seq, hash]));
}
