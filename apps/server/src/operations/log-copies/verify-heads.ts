import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { readCheckpointHashes } from "../../ledger/verify-checkpoints.ts";
import type { ChainName, PublishedHead } from "./chain-heads.ts";

const nouns = { "audit-log": "row of the audit log", ledger: "checkpoint of the ledger" } as const;

/**
 * Compares published heads with the database. A chain whose end was cut off, or that was written
 * again from some row on, lacks a published head or has another one.
 * @returns a sentence for each head that is missing or different.
 */
export async function verifyHeads(db: Db, published: readonly PublishedHead[]): Promise<string[]> {
  const seqsOf = (chain: ChainName) =>
    published.filter((head) => head.chain === chain).map(({ seq }) => seq);
  const stored = {
    "audit-log": await readAuditHashes(db, seqsOf("audit-log")),
    ledger: await readCheckpointHashes(db, seqsOf("ledger")),
  };
  return published.flatMap(({ chain, seq, at, hash }) => {
    const now = stored[chain].get(seq);
    // Before the first row there is no hash to compare.
    if (seq === 0n || now === hash) return [];
    const head = `${nouns[chain]} ${seq}, published at ${at},`;
    return now === undefined
      ? [`${head} is missing: the end of the chain was cut off`]
      : [`${head} has another hash now: the chain was rewritten`];
  });
}

async function readAuditHashes(
  db: Db,
  seqs: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await sql<{ seq: bigint; hash: string }>`
    select seq, encode(hash, 'hex') as hash from audit_log where seq = any(${seqs}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ seq, hash }) => [seq, hash]));
}
