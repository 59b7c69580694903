import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Fault } from "./verify.ts";

const everyPostingStands = "every posting is as it was sealed";
const everySealStands = "every seal over the ledger stands";
/** What `verifySeals` looks at. */
export const sealRules = [everyPostingStands, everySealStands] as const;

/** What the seals say of the ledger. */
export interface SealsVerdict {
  readonly faults: Fault[];
  readonly seals: bigint;
  /** How many postings the seals list. */
  readonly sealed: bigint;
  /** Postings that are too new to be sealed: nothing vouches for them yet. */
  readonly unsealed: bigint;
  /** Where the chain ends. Whoever notes it elsewhere can tell later whether it was cut. */
  readonly head: { readonly seq: bigint; readonly hash: string };
}

const sealsAtOnce = 20n;
/** More than a person can look at; an attack on everything must not fill the memory. */
const faultsMax = 200;

/**
 * Holds every posting and entry against the seals, and the seals against one another. Reads a
 * few seals at a time, so that the books may be of any size.
 */
export async function verifySeals(db: Db): Promise<SealsVerdict> {
  // First, so that seals which are added meanwhile are no fault.
  const { rows } = await sql<{ seq: bigint; up_to: string; hash: string; unsealed: bigint }>`
    select seq, up_to, encode(hash, 'hex') as hash,
      (select count(*) from ledger_postings where id > up_to) as unsealed
    from ledger_seal_head
  `.execute(db);
  const head = rows[0];
  if (!head) {
    const missing = { rule: everySealStands, where: "the head of the seals is missing" };
    return { faults: [missing], seals: 0n, sealed: 0n, unsealed: 0n, head: { seq: 0n, hash: "" } };
  }
  const faults = await faultsOfChain(db, head.seq);
  let sealed = 0n;
  for (let after = 0n; after < head.seq && faults.length < faultsMax; after += sealsAtOnce) {
    const last = after + sealsAtOnce < head.seq ? after + sealsAtOnce : head.seq;
    sealed += await countListed(db, after, last);
    faults.push(...(await faultsOfPostings(db, after, last, faultsMax - faults.length)));
  }
  return { faults, seals: head.seq, sealed, unsealed: head.unsealed, head };
}

/** A seal that was changed, removed or put elsewhere; seals after `last` are newer than this check. */
async function faultsOfChain(db: Db, last: bigint): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    with chained as (
      select seq, previous_hash, hash, up_to, sha256(ledger_seal_line(ledger_seals)) as found,
        lag(seq, 1, 0::bigint) over sealed as seq_before,
        lag(hash, 1, sha256('rokad ledger seals')) over sealed as hash_before,
        lag(up_to, 1, '00000000-0000-0000-0000-000000000000') over sealed as up_to_before
      from ledger_seals where seq <= ${last}
      window sealed as (order by seq)
    )
    select ${everySealStands} as rule, case
        when hash <> found then 'seal ' || seq || ' was changed'
        when seq <> seq_before + 1
          then 'seals ' || (seq_before + 1) || ' to ' || (seq - 1) || ' are missing'
        else 'seal ' || seq || ' does not follow the seal before'
      end as where
    from chained
    where hash <> found or seq <> seq_before + 1 or previous_hash <> hash_before
      or up_to <= up_to_before
    union all
    select ${everySealStands}, case
        when end_seq < head.seq
          then 'seals ' || (end_seq + 1) || ' to ' || head.seq || ' are missing at the end'
        else 'the head of the seals is not that of seal ' || head.seq
      end
    from ledger_seal_head as head, (
      select coalesce(max(seq), 0) as end_seq from ledger_seals where seq <= ${last}
    ) as ended
    where head.seq = ${last} and head.seq > 0 and not exists (
      select from ledger_seals as seal
      where seal.seq = head.seq and seal.hash = head.hash and seal.up_to = head.up_to
    )
    union all
    select ${everySealStands}, 'seal ' || seal.seq || ' was added behind the head'
    from ledger_seals as seal, ledger_seal_head as head where seal.seq > head.seq
    limit ${faultsMax}
  `.execute(db);
  return rows;
}

async function countListed(db: Db, after: bigint, last: bigint): Promise<bigint> {
  const { rows } = await sql<{ sealed: bigint }>`
    select coalesce(sum(cardinality(posting_ids)), 0)::bigint as sealed
    from ledger_seals where seq > ${after} and seq <= ${last}
  `.execute(db);
  return rows[0]?.sealed ?? 0n;
}

/**
 * Each posting and entry of these seals that is not as it was sealed. A row is known by the four
 * bytes that the digest keeps of it, in the order of the lines: the posting itself is line 0.
 */
async function faultsOfPostings(
  db: Db,
  after: bigint,
  last: bigint,
  atMost: number,
): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    with stretches as (
      select seal.posting_ids, seal.digests, seal.up_to, before.up_to as after_id
      from ledger_seals as seal
      left join ledger_seals as before on before.seq = seal.seq - 1
      where seal.seq > ${after} and seal.seq <= ${last}
    ), wrong as (
      select held.*
      from stretches
      cross join lateral (
        select posting_id, listed.digest as sealed, found.digest as found
        from unnest(posting_ids, digests) as listed (posting_id, digest)
        full join ledger_digests(
          coalesce(after_id, '00000000-0000-0000-0000-000000000000'), up_to
        ) as found using (posting_id)
        where listed.digest is distinct from found.digest
          -- Behind a missing seal, which is a fault of its own, nobody knows what was listed.
          and (listed.digest is not null or after_id is not null or posting_ids[1] <= posting_id)
      ) as held
      limit ${atMost}
    )
    select ${everyPostingStands} as rule, 'posting ' || posting_id || case
        when found is null then ' is missing'
        when sealed is null then ' was added behind the seals'
        when line is null then ' has an entry that was added'
        else coalesce(' line ' || nullif(line, 0), '')
          || case when length(found) < length(sealed) then ' is missing' else ' was changed' end
      end as where
    from wrong
    left join lateral (
      select line
      from generate_series(0, (length(sealed) - 32) / 4 - 1) as line
      where found is not null and not exists (
        select from generate_series(0, (length(found) - 32) / 4 - 1) as other
        where substr(found, 33 + 4 * other, 4) = substr(sealed, 33 + 4 * line, 4)
      )
    ) as lines on true
    order by posting_id, line
  `.execute(db);
  return rows;
}
