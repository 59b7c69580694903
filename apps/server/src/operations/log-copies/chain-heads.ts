import { sql } from "kysely";
import { readCheckpointHead } from "../../ledger/verify-checkpoints.ts";
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
  const { rows } = await sql<{ seq: bigint; hash: string }>`
    select seq, encode(hash, 'hex') as hash from audit_head
  `.execute(db);
  return [
    { chain: "audit-log", ...(rows[0] ?? { seq: 0n, hash: "" }) },
    { chain: "ledger", ...(await readCheckpointHead(db)) },
  ];
}

/** Two short lines a head, so that a mail program that wraps long lines breaks none. */
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
