import { sql } from "kysely";
import { now } from "../kernel/clock.ts";
import { measure } from "../kernel/measure.ts";
import { transaction, type Tx } from "../database/db.ts";
import { latencyBuckets, bucketOf } from "./latency.ts";
import type { ProviderId } from "./provider.ts";
import { redactSecrets } from "../kernel/redact-secrets.ts";

/** One provider's counts of one minute in this process, not yet in the database. */
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

interface LatestCalls {
  successAt: Date | null;
  success: string | null;
  errorAt: Date | null;
  error: string | null;
}

interface Call {
  readonly outcome: "answered" | "unclear" | "broken";
  /** The call and, after a failure, its error; secrets are removed when it is stored. */
  readonly what: string;
  readonly ms: number;
}

let minutes = new Map<string, Minute>();
let latest = new Map<ProviderId, LatestCalls>();

/** Counts a call in memory only, so that no payout waits for a write. */
export function countCall(provider: ProviderId, { outcome, what, ms }: Call): void {
  measure({ kind: "provider_call", provider, outcome, seconds: ms / 1_000 });
  const minute = minuteOf(provider);
  minute[outcome] += 1;
  const bucket = bucketOf(ms);
  minute.latency[bucket] = (minute.latency[bucket] ?? 0) + 1;
  minute.slowestMs = Math.max(minute.slowestMs, Math.round(ms));
  const last = latestOf(provider);
  if (outcome === "answered") {
    last.successAt = now();
    last.success = what;
  } else {
    last.errorAt = now();
    last.error = redactSecrets(what);
  }
}

/** Counts a payout that this provider has paid or refused. */
export function countOutcome(provider: ProviderId, outcome: "paid" | "refused"): void {
  minuteOf(provider)[outcome] += 1;
}

function minuteOf(provider: ProviderId): Minute {
  const minute = new Date(Math.floor(now().getTime() / 60_000) * 60_000);
  const key = `${provider} ${minute.getTime()}`;
  const existing = minutes.get(key);
  if (existing) return existing;
  const created: Minute = {
    provider,
    minute,
    answered: 0,
    unclear: 0,
    broken: 0,
    paid: 0,
    refused: 0,
    latency: Array.from({ length: latencyBuckets }, () => 0),
    slowestMs: 0,
  };
  minutes.set(key, created);
  return created;
}

function latestOf(provider: ProviderId): LatestCalls {
  const existing = latest.get(provider);
  if (existing) return existing;
  const created: LatestCalls = { successAt: null, success: null, errorAt: null, error: null };
  latest.set(provider, created);
  return created;
}

/**
 * Writes the counts since the last call to the database, in a few statements for any number of
 * calls. After an error the counts stay for the next call; a killed process loses them.
 */
export async function writeMeasurements(): Promise<void> {
  if (minutes.size === 0) return;
  const [newMinutes, newLatest] = [minutes, latest];
  minutes = new Map();
  latest = new Map();
  try {
    await transaction(async (db) => {
      await addMinutes(db, [...newMinutes.values()]);
      await updateLatest(db, newLatest);
    });
  } catch (error) {
    restore(newMinutes, newLatest);
    throw error;
  }
}

function restore(
  unwrittenMinutes: ReadonlyMap<string, Minute>,
  unwrittenLatest: ReadonlyMap<ProviderId, LatestCalls>,
): void {
  for (const [key, before] of unwrittenMinutes) {
    const since = minutes.get(key);
    minutes.set(key, since ? addUp(before, since) : before);
  }
  for (const [provider, before] of unwrittenLatest) {
    const since = latestOf(provider);
    if (!since.successAt)
      Object.assign(since, { successAt: before.successAt, success: before.success });
    if (!since.errorAt) Object.assign(since, { errorAt: before.errorAt, error: before.error });
  }
}

function addUp(a: Minute, b: Minute): Minute {
  return {
    provider: a.provider,
    minute: a.minute,
    answered: a.answered + b.answered,
    unclear: a.unclear + b.unclear,
    broken: a.broken + b.broken,
    paid: a.paid + b.paid,
    refused: a.refused + b.refused,
    latency: a.latency.map((calls, bucket) => calls + (b.latency[bucket] ?? 0)),
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
        // The same order in every worker, so that two don't deadlock.
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
          select array_agg(before + since order by bucket)
          from unnest(provider_minutes.latency, excluded.latency)
            with ordinality as buckets (before, since, bucket)
        )`,
        slowest_ms: sql`greatest(provider_minutes.slowest_ms, excluded.slowest_ms)`,
      }),
    )
    .execute();
}

/** Stores the latest success and error, unless another worker has stored a later one. */
async function updateLatest(
  db: Tx,
  newLatest: ReadonlyMap<ProviderId, LatestCalls>,
): Promise<void> {
  for (const [provider, last] of [...newLatest].toSorted(([a], [b]) => (a < b ? 1 : -1))) {
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
