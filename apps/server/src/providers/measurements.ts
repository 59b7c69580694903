import { sql } from "kysely";
import { now } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import { latencySlots, slotOf } from "./latency.ts";
import type { ProviderId } from "./provider.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** What this process counted of one rail in one minute and has not written down yet. */
interface Minute {
  readonly provider: ProviderId;
  readonly minute: Date;
  answered: number;
  unclear: number;
  broken: number;
  paid: number;
  refused: number;
  readonly latency: number[];
  slowestMs: number;
}

interface Latest {
  successAt: Date | null;
  success: string | null;
  errorAt: Date | null;
  error: string | null;
}

interface Call {
  readonly outcome: "answered" | "unclear" | "broken";
  /** What was asked, and why it did not go well; what could be secret is taken out here. */
  readonly what: string;
  readonly ms: number;
}

let minutes = new Map<string, Minute>();
let latest = new Map<ProviderId, Latest>();

/** Counts a call in memory: nothing is written, so that no payout waits for it. */
export function noteCall(provider: ProviderId, { outcome, what, ms }: Call): void {
  const minute = minuteOf(provider);
  minute[outcome] += 1;
  const slot = slotOf(ms);
  minute.latency[slot] = (minute.latency[slot] ?? 0) + 1;
  minute.slowestMs = Math.max(minute.slowestMs, Math.round(ms));
  const last = latestOf(provider);
  if (outcome === "answered") {
    last.successAt = now();
    last.success = what;
  } else {
    last.errorAt = now();
    last.error = withoutSecrets(what);
  }
}

/** Counts a payout that came to its end on this rail. */
export function noteEnd(provider: ProviderId, end: "paid" | "refused"): void {
  minuteOf(provider)[end] += 1;
}

function minuteOf(provider: ProviderId): Minute {
  const minute = new Date(Math.floor(now().getTime() / 60_000) * 60_000);
  const key = `${provider} ${minute.getTime()}`;
  const known = minutes.get(key);
  if (known) return known;
  const begun: Minute = {
    provider,
    minute,
    answered: 0,
    unclear: 0,
    broken: 0,
    paid: 0,
    refused: 0,
    latency: Array.from({ length: latencySlots }, () => 0),
    slowestMs: 0,
  };
  minutes.set(key, begun);
  return begun;
}

function latestOf(provider: ProviderId): Latest {
  const known = latest.get(provider);
  if (known) return known;
  const begun: Latest = { successAt: null, success: null, errorAt: null, error: null };
  latest.set(provider, begun);
  return begun;
}

/**
 * Adds what was counted since the last time to the table, two statements for any number of calls.
 * What could not be written is kept for the next time; a process that is killed loses what it
 * counted since the last one.
 */
export async function writeMeasurements(): Promise<void> {
  if (minutes.size === 0) return;
  const [counted, heard] = [minutes, latest];
  minutes = new Map();
  latest = new Map();
  try {
    await transaction(async (db) => {
      await addMinutes(db, [...counted.values()]);
      await keepLatest(db, heard);
    });
  } catch (error) {
    putBack(counted, heard);
    throw error;
  }
}

function putBack(
  counted: ReadonlyMap<string, Minute>,
  heard: ReadonlyMap<ProviderId, Latest>,
): void {
  for (const [key, before] of counted) {
    const since = minutes.get(key);
    minutes.set(key, since ? together(before, since) : before);
  }
  for (const [provider, before] of heard) {
    const since = latestOf(provider);
    if (!since.successAt)
      Object.assign(since, { successAt: before.successAt, success: before.success });
    if (!since.errorAt) Object.assign(since, { errorAt: before.errorAt, error: before.error });
  }
}

function together(a: Minute, b: Minute): Minute {
  return {
    provider: a.provider,
    minute: a.minute,
    answered: a.answered + b.answered,
    unclear: a.unclear + b.unclear,
    broken: a.broken + b.broken,
    paid: a.paid + b.paid,
    refused: a.refused + b.refused,
    latency: a.latency.map((calls, slot) => calls + (b.latency[slot] ?? 0)),
    slowestMs: Math.max(a.slowestMs, b.slowestMs),
  };
}

async function addMinutes(db: Tx, rows: readonly Minute[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto("provider_minutes")
    .values(
      rows
        .map(({ slowestMs, ...row }) => ({ ...row, slowest_ms: slowestMs }))
        // In one order everywhere, so that two workers can't wait in a ring.
        .toSorted(
          (a, b) => a.minute.getTime() - b.minute.getTime() || (a.provider < b.provider ? -1 : 1),
        ),
    )
    .onConflict((conflict) =>
      conflict.columns(["provider", "minute"]).doUpdateSet({
        answered: sql`provider_minutes.answered + excluded.answered`,
        unclear: sql`provider_minutes.unclear + excluded.unclear`,
        broken: sql`provider_minutes.broken + excluded.broken`,
        paid: sql`provider_minutes.paid + excluded.paid`,
        refused: sql`provider_minutes.refused + excluded.refused`,
        latency: sql`(
          select array_agg(before + since order by slot)
          from unnest(provider_minutes.latency, excluded.latency)
            with ordinality as slots (before, since, slot)
        )`,
        slowest_ms: sql`greatest(provider_minutes.slowest_ms, excluded.slowest_ms)`,
      }),
    )
    .execute();
}

/** Whichever of several workers heard last. */
async function keepLatest(db: Tx, heard: ReadonlyMap<ProviderId, Latest>): Promise<void> {
  for (const [provider, last] of [...heard].toSorted(([a], [b]) => (a < b ? 1 : -1))) {
    await sql`
      update provider_health set
        last_success = case when ${last.successAt}::timestamptz >= coalesce(last_success_at, '-infinity')
          then ${last.success}::text else last_success end,
        last_success_at = greatest(last_success_at, ${last.successAt}::timestamptz),
        last_error = case when ${last.errorAt}::timestamptz >= coalesce(last_error_at, '-infinity')
          then ${last.error}::text else last_error end,
        last_error_at = greatest(last_error_at, ${last.errorAt}::timestamptz)
      where provider = ${provider}
    `.execute(db);
  }
}
