import { rupeesToPaise } from "@rokad/money/rupees";
import { sql } from "kysely";
import { database, transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { now } from "../../kernel/clock.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { availableOf } from "../../ledger/available-of.ts";

/** Below which balance the business wants an event, and whether it is below now. */
export async function readLowBalance({ tenantId: id }: Tenant) {
  const row = await database()
    .selectFrom("wallet_alerts")
    .select(["below_paise", "is_low"])
    .where("tenant_id", "=", id)
    .executeTakeFirst();
  return { below: row ? inr(row.below_paise) : null, is_low: row?.is_low ?? false };
}

/** Sets it; null ends the events. A balance that is below already counts as a crossing. */
export async function setLowBalance(tenant: Tenant, below: number | null) {
  await transaction(async (db) => {
    if (below === null) {
      await db.deleteFrom("wallet_alerts").where("tenant_id", "=", tenant.tenantId).execute();
    } else {
      const below_paise = rupeesToPaise(below);
      const changed_at = now();
      await db
        .insertInto("wallet_alerts")
        .values({ tenant_id: tenant.tenantId, below_paise, changed_at })
        .onConflict((one) =>
          one.column("tenant_id").doUpdateSet({ below_paise, changed_at, is_low: false }),
        )
        .execute();
    }
    await publishChange(db, [tenant.tenantId], ["events"]);
  });
  return readLowBalance(tenant);
}

/**
 * Writes an event for each wallet that fell below its amount, once until it is covered again. It reads
 * the wallets at an interval, so that a payout writes nothing for it.
 */
export async function watchLowBalances(): Promise<void> {
  const isLow = sql<boolean>`${availableOf(sql`wallet_alerts.tenant_id`)} < below_paise`;
  await sql`
    with crossed as (
      update wallet_alerts set is_low = ${isLow}
      where is_low <> (${isLow})
      returning tenant_id, is_low
    )
    insert into event_outbox (tenant_id, type, subject_id, status)
    select tenant_id, 'wallet.low_balance', tenant_id, 'low' from crossed where is_low
  `.execute(database());
}
