import { randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";
import { noTenantId } from "../../apps/server/src/ledger/posting.ts";

/**
 * Tenants of which nothing else is unusual, so that a mutation breaks what it is about: a run may
 * have closed or deactivated any other by its end, or by its backup.
 */
export const activeTenants = sql`(
  select tenants.id from tenants join wallets using (id) where is_active and closed_at is null
    and not exists (select from approval_policies where tenant_id = tenants.id)
)`;

/**
 * Copies the first payout of an active tenant of which no part came back, because a copy has no
 * returns of its own, with changed columns. One that was paid is preferred: another may have no
 * provider, or be a withdrawal. @returns the copy's id.
 */
export async function copyPayout(db: Db, change: object): Promise<string> {
  const id = randomUUIDv7();
  const changed = {
    id,
    reference_id: "RMUTATED",
    remarks: "Mutated",
    idempotency_key: id,
    // It may be of a payout that was withheld and then cancelled.
    withheld_at: null,
    ...change,
  };
  await sql`
    insert into payouts
    select (jsonb_populate_record(payouts, ${JSON.stringify(changed)}::jsonb)).*
    from payouts where tenant_id in ${activeTenants}
    order by returned_paise, status = 'success' and payout_kind = 'payout' desc, id limit 1
  `.execute(db);
  return id;
}

/** Writes a posting with these lines on accounts of the platform, in paise. */
export async function post(
  db: Db,
  kind: string,
  subject: string,
  lines: readonly (readonly [account: string, paise: number])[],
): Promise<void> {
  const id = randomUUIDv7();
  await sql`
    insert into ledger_postings (id, kind, subject_id, created_at, tenant_id)
    values (${id}, ${kind}, ${subject}, now(), ${noTenantId})
  `.execute(db);
  for (const [at, [account, paise]] of lines.entries()) {
    await sql`
      insert into ledger_entries (posting_id, tenant_id, line, account, amount_paise, created_at)
      values (${id}, ${noTenantId}, ${at + 1}::int, ${account}, ${paise}::int, now())
    `.execute(db);
  }
}
