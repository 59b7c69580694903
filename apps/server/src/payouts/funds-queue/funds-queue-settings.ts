import type { FundsQueue } from "@rokad/contract/funds-queue-state";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { database, type Db } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { sumMissing } from "../initiate/funds-places.ts";

/** Whether a tenant's payouts wait for funds, and what those that do need together. */
export async function showFundsQueue(person: Tenant, db: Db = database()): Promise<FundsQueue> {
  const { rows } = await sql<{
    is_on: boolean | null;
    wait_hours: number | null;
    count: bigint;
    total: bigint;
    first_expires_at: Date | null;
  }>`
    select settings.is_on, settings.wait_hours, waiting.*
    from wallets
    left join funds_queue_settings as settings on settings.tenant_id = wallets.id
    cross join (
      select count(*), coalesce(sum(amount_paise + fee_paise + gst_paise), 0)::bigint as total,
        min(expires_at) as first_expires_at
      from funds_queue where tenant_id = ${person.tenantId} and state = 'waiting'
    ) as waiting
    where wallets.id = ${person.tenantId}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`Wallet ${person.tenantId} was never opened`);
  return {
    is_on: row.is_on ?? false,
    wait_hours: row.wait_hours ?? limits.fundsWaitHours,
    count: Number(row.count),
    total: inr(row.total),
    missing: inr(await sumMissing(db, person.tenantId)),
    first_expires_at: row.first_expires_at?.toISOString() ?? null,
  };
}

/** Applies to payouts from now on: what waits already keeps its place and its time. */
export function setFundsQueue(
  person: Tenant,
  settings: Pick<FundsQueue, "is_on" | "wait_hours">,
  run: RunTransaction,
): Promise<FundsQueue> {
  return run(async (db) => {
    const before = await showFundsQueue(person, db);
    const row = { ...settings, changed_at: now() };
    await db
      .insertInto("funds_queue_settings")
      .values({ tenant_id: person.tenantId, ...row })
      .onConflict((conflict) => conflict.column("tenant_id").doUpdateSet(row))
      .execute();
    await record(db, {
      act: "funds_queue.changed",
      by: person,
      subject: { kind: "tenant", id: person.tenantId },
      before: { is_on: before.is_on, wait_hours: before.wait_hours },
      after: settings,
    });
    await publishChange(db, [person.tenantId], ["payouts"]);
    return showFundsQueue(person, db);
  });
}
