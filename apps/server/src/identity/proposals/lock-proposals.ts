import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { accountInactive } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";

/**
 * Locks all proposals until the transaction ends. Closes the races between confirming, rejecting,
 * withdrawing, proposing and a direct change: the first wins. Take it before any other lock.
 */
export async function lockProposals(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('proposals', 0))`.execute(db);
}

/**
 * Locks every super admin's row, inactive ones too, and returns the ids of the active ones. Closes
 * the race with a deactivation or reactivation, which waits for this transaction.
 * @throws 403 `ACCOUNT_INACTIVE` when the person is not one of them any more.
 */
export async function lockSuperAdmins(db: Tx, person: SuperAdmin): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("people")
    .select(["id", "is_active", "closed_at"])
    .where("role", "=", "superadmin")
    .orderBy("id")
    .forShare()
    .execute();
  const active = rows.filter((row) => row.is_active && row.closed_at === null);
  const ids = new Set(active.map(({ id }) => id));
  if (!ids.has(person.id)) throw accountInactive();
  return ids;
}
