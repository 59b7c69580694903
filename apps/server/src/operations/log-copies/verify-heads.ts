import { sql } from "kysely";
import { unnestRows } from "../../database/unnest-rows.ts";
import type { Db } from "../../database/db.ts";
import type { ChainName, PublishedHead } from "./chain-heads.ts";

const nouns = { "audit-log": "row of the audit log", ledger: "checkpoint of the ledger" } as const;

/**
 * Compares published heads with the database. A chain whose end was cut off, or that was written
 * again from some row on, lacks a published head or has another one.
 * @returns a sentence for each head that is missing or different.
 */
export async function verifyHeads(db: Db, published: readonly PublishedHead[]): Promise<string[]> {
  const { rows } = await sql<{ chain: ChainName; seq: bigint; at: string; stored: string | null }>`
    select chain, seq, at, stored from (
      select published.*, case chain
        when 'audit-log' then (select encode(hash, 'hex') from audit_log where audit_log.seq = published.seq)
        else (select encode(hash, 'hex') from ledger_seals where ledger_seals.seq = published.seq)
      end as stored
      from ${unnestRows("published", { chain: "text", seq: "bigint", at: "text", hash: "text" }, published)}
    ) as compared
    -- Before the first row there is no hash to compare.
    where seq > 0 and stored is distinct from hash
    order by chain, seq, at
  `.execute(db);
  return rows.map(({ chain, seq, at, stored }) =>
    stored === null
      ? `${nouns[chain]} ${seq}, published at ${at}, is missing: the end of the chain was cut off`
      : `${nouns[chain]} ${seq}, published at ${at}, has another hash now: the chain was rewritten`,
  );
}
