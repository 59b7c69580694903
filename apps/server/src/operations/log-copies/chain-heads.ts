import { sql } from "kysely";
import type { Db } from "../../database/db.ts";

/** `audit-log`: rows of the audit log. `ledger`: checkpoints over the postings. */
export type ChainName = "audit-log" | "ledger";

/** The end of a hash chain at a moment. */
export interface ChainHead {
  readonly chain: ChainName;
  readonly seq: bigint;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

/** The heads of both chains now. */
export async function readHeads(db: Db): Promise<ChainHead[]> {
  const { rows } = await sql<ChainHead>`
    select 'audit-log' as chain, seq, encode(hash, 'hex') as hash from audit_head
    union all
    select 'ledger', seq, encode(hash, 'hex') from ledger_seal_head
    order by chain
  `.execute(db);
  return rows;
}

/** One line a head. The hash follows last, so that a mail program that wraps the line breaks no hash. */
export function formatHeads(heads: readonly ChainHead[], at: Date): string {
  return heads
    .map(({ chain, seq, hash }) => `rokad-head ${chain} ${seq} ${at.toISOString()}\n${hash}\n`)
    .join("");
}

/** A head that was published, with its time as published. */
export interface PublishedHead extends ChainHead {
  readonly at: string;
}

/** Between the parts of a head: spaces, line breaks and the marks of quoted mail. */
const gap = String.raw`[\s>]+`;

/** Finds every head in a file or a pasted e-mail; any other text is ignored. */
export function parseHeads(text: string): PublishedHead[] {
  const pattern = new RegExp(
    `rokad-head${gap}(audit-log|ledger)${gap}(\\d{1,18})${gap}([\\d:.TZ-]{20,30})${gap}([\\da-f]{64})\\b`,
    "gi",
  );
  return [...text.matchAll(pattern)].map(([, chain, seq, at, hash]) => ({
    chain: chain?.toLowerCase() as ChainName,
    seq: BigInt(seq ?? 0),
    at: at ?? "",
    hash: hash?.toLowerCase() ?? "",
  }));
}
