import { providerLabel } from "@rokad/contract/reconciliation";
import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { readSettingsWithin, type Settings } from "../../identity/settings/settings.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { rupees } from "../../kernel/money.ts";

/** From which balance an alert is armed again: a balance near the limit would notify each minute. */
const recoveryPercent = 110n;
const daySeconds = 24 * 60 * 60;
const hourMs = 60 * 60_000;

/** Below which balance or time super admins are notified; null for no such limit. */
export interface BalanceLimits {
  readonly thresholdPaise: bigint | null;
  readonly hours: number | null;
}

/** The limits of an adapter. One that serves both slots has the higher threshold. */
export function balanceLimitsOf(adapter: string, settings: Settings): BalanceLimits {
  const thresholds = providerIds
    .filter((id) => settings[`${id}_provider`] === adapter)
    .flatMap((id) => settings[`${id}_low_balance_paise`] ?? []);
  return {
    thresholdPaise: thresholds.length === 0 ? null : BigInt(Math.max(...thresholds)),
    hours: settings.low_balance_hours,
  };
}

/**
 * What the provider paid per hour in the last 24 hours, in paise, from its readings. Payouts that
 * came back do not count.
 * @returns null until there are readings of at least an hour.
 */
export async function readPaidPerHour(db: Db, adapter: string): Promise<bigint | null> {
  const { rows } = await sql<{ spent: bigint; ms: number }>`
    select (last.spent - first.spent)::bigint as spent,
      (extract(epoch from last.read_at - first.read_at) * 1000)::float as ms
    from (
      select read_at, taken_paise - returned_paise + charges_paise as spent from provider_balances
      where adapter = ${adapter} and read_at >= ${secondsFromNow(-daySeconds)}
      order by read_at limit 1
    ) as first, (
      select read_at, taken_paise - returned_paise + charges_paise as spent from provider_balances
      where adapter = ${adapter} order by read_at desc limit 1
    ) as last
  `.execute(db);
  const [row] = rows;
  if (!row || row.ms < hourMs) return null;
  const perHour = (row.spent * BigInt(hourMs)) / BigInt(Math.round(row.ms));
  return perHour > 0n ? perHour : 0n;
}

/** How many hours a balance lasts at a rate, with one decimal; null when nothing is paid. */
export function runwayHours(reportedPaise: bigint, paidPerHour: bigint | null): number | null {
  if (paidPerHour === null || paidPerHour === 0n) return null;
  return reportedPaise <= 0n ? 0 : Number((reportedPaise * 10n) / paidPerHour) / 10;
}

/** How long an adapter's last balance lasts, and whether it is low. */
export async function readRunway(db: Db, adapter: string) {
  const last = await db
    .selectFrom("provider_balances")
    .select("reported_paise")
    .where("adapter", "=", adapter)
    .orderBy("read_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const alert = await db
    .selectFrom("low_balance_alerts")
    .select(["since", "reason"])
    .where("adapter", "=", adapter)
    .executeTakeFirst();
  return {
    runway_hours: last
      ? runwayHours(last.reported_paise, await readPaidPerHour(db, adapter))
      : null,
    low_balance: alert ? { since: alert.since.toISOString(), reason: alert.reason } : null,
  };
}

/**
 * Notifies super admins once when a balance crosses a limit, and arms the alert again once it is a
 * tenth above every limit. Changes nothing else: payouts are sent all the same. The caller holds the
 * lock of the adapter's readings.
 */
export async function alertLowBalance(
  db: Tx,
  adapter: string,
  reportedPaise: bigint,
): Promise<void> {
  const limits = balanceLimitsOf(adapter, await readSettingsWithin(db));
  const hours = runwayHours(reportedPaise, await readPaidPerHour(db, adapter));
  const reason = reasonOf(reportedPaise, hours, limits);
  const alert = await db
    .selectFrom("low_balance_alerts")
    .select("since")
    .where("adapter", "=", adapter)
    .executeTakeFirst();
  if (reason !== null && !alert) {
    await db.insertInto("low_balance_alerts").values({ adapter, since: now(), reason }).execute();
    await notifySuperAdmins(db, {
      kind: "provider_balance_low",
      subjectId: null,
      detail: `${providerLabel(adapter)} has a balance of ${rupees(reportedPaise)}: ${reason}`,
    });
    await publishToSuperAdmins(db, ["gateway"]);
  } else if (reason !== null) {
    await db
      .updateTable("low_balance_alerts")
      .set({ reason })
      .where("adapter", "=", adapter)
      .execute();
  } else if (alert && isRecovered(reportedPaise, hours, limits)) {
    await db.deleteFrom("low_balance_alerts").where("adapter", "=", adapter).execute();
    await publishToSuperAdmins(db, ["gateway"]);
  }
}

function reasonOf(
  reportedPaise: bigint,
  hours: number | null,
  limits: BalanceLimits,
): string | null {
  if (limits.thresholdPaise !== null && reportedPaise < limits.thresholdPaise)
    return `below the limit of ${rupees(limits.thresholdPaise)}`;
  if (limits.hours !== null && hours !== null && hours < limits.hours)
    return `enough for ${hours} hours at the rate of the last day, less than the limit of ${limits.hours}`;
  return null;
}

function isRecovered(reportedPaise: bigint, hours: number | null, limits: BalanceLimits): boolean {
  const isAbove =
    limits.thresholdPaise === null ||
    reportedPaise * 100n >= limits.thresholdPaise * recoveryPercent;
  const lasts =
    limits.hours === null ||
    hours === null ||
    hours * 100 >= limits.hours * Number(recoveryPercent);
  return isAbove && lasts;
}
