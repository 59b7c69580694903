import type { ProviderFloat } from "@rokad/contract/float";
import { limits } from "@rokad/contract/limits";
import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { readSettings, type Settings } from "../../identity/settings/settings.ts";
import { now } from "../../kernel/clock.ts";
import { inr } from "../../kernel/money.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import type { Provider } from "../../providers/provider.ts";
import { readSnapshot } from "../../database/read-snapshot.ts";
import { balanceLimitsOf, readPaidPerHour, runwayHours } from "./alert-low-balance.ts";
import { expectedPaise, explainedPaise, readProviderBooks } from "./read-provider-books.ts";
import { reconcileBank } from "./reconcile-bank.ts";

/** The platform's own money: each provider and the bank, with what explains their balances. */
export async function showFloat() {
  const settings = await readSettings();
  const providers: ProviderFloat[] = [];
  for (const provider of configuredProviders()) {
    providers.push(await readSnapshot((db) => showProvider(db, provider, settings)));
  }
  return {
    as_of: now().toISOString(),
    providers,
    bank: await readSnapshot(reconcileBank),
  };
}

async function showProvider(
  db: Db,
  provider: Provider,
  settings: Settings,
): Promise<ProviderFloat> {
  const { name: adapter } = provider;
  const listsCredits = provider.accountCredits !== undefined;
  const books = await readProviderBooks(adapter, { listsCredits }, db);
  const last = await selectReading(db, adapter);
  const paidPerHour = await readPaidPerHour(db, adapter);
  const balanceLimits = balanceLimitsOf(adapter, settings);
  const rails = providerIds.filter((id) => settings[`${id}_provider`] === adapter);
  const alert = await db
    .selectFrom("low_balance_alerts")
    .select(["since", "reason"])
    .where("adapter", "=", adapter)
    .executeTakeFirst();
  return {
    adapter,
    rails: [...rails],
    missing_settings: [...(await provider.missingSettings())],
    reports_balance: provider.balance !== undefined,
    lists_credits: listsCredits,
    books: inr(expectedPaise(books)),
    balance: last
      ? { reported: inr(last.reported_paise), read_at: last.read_at.toISOString() }
      : null,
    balance_problem: await readProblem(db, rails),
    reconciliation: reconciliationOf(await selectReading(db, adapter, { isStill: true })),
    paid_per_hour: paidPerHour === null ? null : inr(paidPerHour),
    runway_hours: last ? runwayHours(last.reported_paise, paidPerHour) : null,
    threshold: balanceLimits.thresholdPaise === null ? null : inr(balanceLimits.thresholdPaise),
    runway_hours_min: balanceLimits.hours,
    low: alert ? { since: alert.since.toISOString(), reason: alert.reason } : null,
    unrecorded_credits: await selectUnrecorded(db, adapter),
  };
}

export type ReadingRow = NonNullable<Awaited<ReturnType<typeof selectReading>>>;

/** A provider's newest reading; with `isStill`, the newest during which no payout moved. */
export function selectReading(db: Db, adapter: string, { isStill = false } = {}) {
  return db
    .selectFrom("provider_balances")
    .selectAll()
    .where("adapter", "=", adapter)
    .$if(isStill, (query) => query.where("is_still", "=", true))
    .orderBy("read_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

function reconciliationOf(row: ReadingRow | undefined): ProviderFloat["reconciliation"] {
  if (!row) return null;
  return {
    read_at: row.read_at.toISOString(),
    reported: inr(row.reported_paise),
    transferred: inr(row.transferred_paise),
    paid: inr(row.paid_paise),
    charges: inr(row.booked_paise),
    adjusted: inr(row.adjusted_paise),
    expected: inr(expectedPaise(row)),
    parts: {
      in_flight: inr(-row.in_flight_paise),
      unbooked_charges: inr(-row.unbooked_paise),
      on_the_way: inr(-row.on_the_way_paise),
      unrecorded: inr(row.unrecorded_paise),
    },
    unexplained: inr(row.reported_paise - explainedPaise(row)),
  };
}

/** Why the balance could not be read at the last health check of one of the adapter's slots. */
async function readProblem(db: Db, rails: readonly ("primary" | "alternative")[]) {
  if (rails.length === 0) return null;
  const row = await db
    .selectFrom("provider_health")
    .select(sql<string>`coalesce(probe_error, balance_problem)`.as("problem"))
    .where("provider", "in", rails)
    .where(sql<boolean>`coalesce(probe_error, balance_problem) is not null`)
    .limit(1)
    .executeTakeFirst();
  return row?.problem ?? null;
}

async function selectUnrecorded(db: Db, adapter: string) {
  const rows = await db
    .selectFrom("provider_credits")
    .select(["credit_reference", "amount_paise", "utr_reference", "arrived_at"])
    .where("adapter", "=", adapter)
    .where("transfer_id", "is", null)
    .orderBy("arrived_at")
    .limit(limits.floatItemsShown)
    .execute();
  return rows.map((row) => ({
    reference: row.credit_reference,
    amount: inr(row.amount_paise),
    utr_reference: row.utr_reference,
    arrived_at: row.arrived_at.toISOString(),
  }));
}
