import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { utrKey } from "../../kernel/utr-key.ts";

/**
 * Locks a UTR, in any spelling, until the commit. Closes the race between a deposit and a transfer
 * of the platform's own money that claim the same transfer: they are rows of two tables, so no unique
 * index covers both.
 */
export async function lockUtr(db: Tx, utr: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`utr ${utrKey(utr)}`}, 0))`.execute(db);
}
