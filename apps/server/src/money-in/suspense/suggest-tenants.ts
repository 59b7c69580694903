import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { blindIndex } from "../../database/encryption/encrypt.ts";
import { rupees } from "../../kernel/money.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import { senderOf } from "./apply-decision.ts";
import type { SuspendedRow } from "./queries.ts";

/** A tenant to whom a credit may belong, and the evidence. */
export interface Suggestion {
  readonly creditId: string;
  readonly tenantId: string;
  readonly why: string;
  /** Their pending request with this UTR, if it is for another amount. */
  readonly requestedPaise?: bigint;
}

/**
 * Suggests tenants for the pending credits of a page, the strongest evidence first: a deposit request
 * with the UTR, the virtual account that received it, and a bank account that equals the sender.
 */
export async function suggestTenants(
  db: Db,
  credits: readonly SuspendedRow[],
): Promise<Suggestion[]> {
  const pending = credits.filter(({ state }) => state === "suspense");
  if (pending.length === 0) return [];
  const suggestions = [
    ...(await suggestByRequest(db, pending)),
    ...pending.flatMap(({ id, account_owner_id: owner }) =>
      owner === null ? [] : [{ creditId: id, tenantId: owner, why: "It came to their account" }],
    ),
    ...(await suggestBySender(db, pending)),
  ];
  // One suggestion for each tenant: the strongest.
  const seen = new Set<string>();
  return suggestions.filter(({ creditId, tenantId }) => {
    const key = `${creditId} ${tenantId}`;
    return !seen.has(key) && seen.add(key);
  });
}

async function suggestByRequest(db: Db, credits: readonly SuspendedRow[]): Promise<Suggestion[]> {
  const keys = credits.flatMap(({ utr_reference: utr }) => (utr === null ? [] : [utrKey(utr)]));
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom("deposits")
    .select(["tenant_id", "utr_key", "amount_paise"])
    .where("utr_key", "in", keys)
    .where("status", "=", "pending")
    .execute();
  return credits.flatMap(({ id, utr_key: key, amount_paise: arrived }) =>
    rows
      .filter((row) => row.utr_key === key)
      .map(({ tenant_id: tenantId, amount_paise: requested }) => ({
        creditId: id,
        tenantId,
        ...(requested === arrived
          ? { why: "They requested a deposit with this UTR" }
          : {
              why: `They requested ${rupees(requested)} with this UTR`,
              requestedPaise: requested,
            }),
      })),
  );
}

async function suggestBySender(db: Db, credits: readonly SuspendedRow[]): Promise<Suggestion[]> {
  const senders = credits.flatMap((credit) => {
    const sender = senderOf(credit);
    return sender
      ? [{ id: credit.id, hash: blindIndex("account number", sender.accountNumber) }]
      : [];
  });
  if (senders.length === 0) return [];
  const { rows } = await sql<Suggestion>`
    select distinct sender.id::text as "creditId", bank_accounts.tenant_id as "tenantId",
      'It came from an account that they have added' as why
    from ${unnestRows("sender", { id: "uuid", hash: "bytea" }, senders)}
    join bank_accounts on account_number_hash = sender.hash and status in ('pending', 'approved')
    limit 100
  `.execute(db);
  return rows;
}
