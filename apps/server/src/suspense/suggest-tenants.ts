import { sql } from "kysely";
import type { Db } from "../db.ts";
import { lookupHash } from "../sealing/seal.ts";
import { senderOf } from "./carry-out.ts";
import type { SuspendedRow } from "./queries.ts";

/** Somebody to whom money may belong, and what speaks for it. */
export interface Suggestion {
  readonly creditId: string;
  readonly tenantId: string;
  readonly why: string;
}

/**
 * For the waiting credits of a page: who asked for a deposit with the UTR, whose virtual account it
 * came to, and who has the sender as an account of theirs; what speaks loudest first.
 */
export async function suggestTenants(
  db: Db,
  credits: readonly SuspendedRow[],
): Promise<Suggestion[]> {
  const waiting = credits.filter(({ state }) => state === "suspense");
  if (waiting.length === 0) return [];
  const found = [
    ...(await whoAsked(db, waiting)),
    ...waiting.flatMap(({ id, account_owner_id: owner }) =>
      owner === null ? [] : [{ creditId: id, tenantId: owner, why: "It came to their account" }],
    ),
    ...(await whoseSender(db, waiting)),
  ];
  // One line for each tenant: the first that speaks for them.
  const seen = new Set<string>();
  return found.filter(({ creditId, tenantId }) => {
    const key = `${creditId} ${tenantId}`;
    return !seen.has(key) && seen.add(key);
  });
}

async function whoAsked(db: Db, credits: readonly SuspendedRow[]): Promise<Suggestion[]> {
  const utrs = credits.flatMap(({ utr_reference: utr }) => (utr === null ? [] : [utr]));
  if (utrs.length === 0) return [];
  const rows = await db
    .selectFrom("deposits")
    .select(["person_id", "utr_reference"])
    .where("utr_reference", "in", utrs)
    .where("status", "=", "pending")
    .execute();
  return credits.flatMap(({ id, utr_reference: utr }) =>
    rows
      .filter((row) => row.utr_reference === utr)
      .map((row) => ({
        creditId: id,
        tenantId: row.person_id,
        why: "They asked for a deposit with this UTR",
      })),
  );
}

async function whoseSender(db: Db, credits: readonly SuspendedRow[]): Promise<Suggestion[]> {
  const senders = credits.flatMap((credit) => {
    const sender = senderOf(credit);
    return sender
      ? [{ id: credit.id, hash: lookupHash("account number", sender.accountNumber) }]
      : [];
  });
  if (senders.length === 0) return [];
  const { rows } = await sql<Suggestion>`
    select distinct asked.id::text as "creditId", bank_accounts.person_id as "tenantId",
      'It came from an account that they have added' as why
    from unnest(
      ${senders.map(({ id }) => id)}::uuid[], ${senders.map(({ hash }) => hash)}::bytea[]
    ) as asked (id, hash)
    join bank_accounts on account_number_hash = asked.hash and status <> 'rejected'
    limit 100
  `.execute(db);
  return rows;
}
