import { addDays } from "@rokad/contract/days";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { startOfDay, today } from "../../kernel/days.ts";
import { database, transaction, violatedConstraint } from "../../database/db.ts";
import type { Provider } from "../../providers/provider.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import { dayOf } from "./day.ts";
import { countSentPayouts } from "./queries.ts";
import { closeStrandedRuns, insertRun, isAlreadyUnderWay } from "./start-run.ts";

/** 04:00 in India: by then every provider lists the payouts of the previous day. */
const notBeforeMs = 4 * 60 * 60 * 1000;
/** A payout may end on the third working day after it was sent. */
const daysBack = 3;
/** Days with open differences, or whose last run failed, are reconciled again for this many days. */
export const daysBackMax = 30;
const repeatedDaysMax = 10;

/**
 * Enqueues the nightly runs of each provider once: for the previous day, and for earlier days with
 * open payouts or differences. The first worker wins; one that was down catches up when it starts.
 */
export async function reconcileNightly(): Promise<void> {
  await transaction(closeStrandedRuns);
  const night = today();
  if (now().getTime() < startOfDay(night).getTime() + notBeforeMs) return;
  for (const provider of configuredProviders()) await enqueueRuns(provider, night);
}

async function enqueueRuns(provider: Provider, night: string): Promise<void> {
  const adapter = provider.name;
  const yesterday = addDays(night, -1);
  const existing = await database()
    .selectFrom("reconciliation_runs")
    .select("id")
    .where("adapter", "=", adapter)
    .where("day", "=", yesterday)
    .where("night", "=", night)
    .executeTakeFirst();
  if (existing || !(await isUsed(provider, yesterday))) return;
  const earlierDays = await openDays(adapter, night);
  try {
    await transaction(async (db) => {
      await insertRun(db, { adapter, day: yesterday, by: null, night, withBalance: true });
      for (const day of earlierDays) {
        await insertRun(db, { adapter, day, by: null, night, withBalance: false });
      }
    });
  } catch (error) {
    // Another worker was first, or one of these days is in progress: the next round checks again.
    if (violatedConstraint(error) !== "reconciliation_runs_night" && !isAlreadyUnderWay(error))
      throw error;
  }
}

/** Whether the provider is configured, or had payouts on the day. */
async function isUsed(provider: Provider, day: string): Promise<boolean> {
  if ((await provider.missingSettings()).length === 0) return true;
  return (await countSentPayouts(dayOf({ id: "", adapter: provider.name, day }))) > 0;
}

/**
 * Days before yesterday with payouts without an outcome, with open differences, whose last run failed,
 * could not compare all, or began before the day had ended, or that no run compared since the first
 * one, because no worker ran in their night; then those with known differences, which reopen if they
 * change.
 */
async function openDays(adapter: string, night: string): Promise<string[]> {
  const [before, oldest] = [addDays(night, -1), addDays(night, -1 - daysBack)];
  const first = addDays(night, -daysBackMax);
  const { rows } = await sql<{ day: string }>`
    select day from (
      select distinct to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, 'open' as state
      from payout_events join payouts on payouts.id = payout_id
      where event = 'sent' and at >= ${startOfDay(oldest)} and at < ${startOfDay(before)}
        and adapter = ${adapter} and status in ('pending', 'processing')
      union all
      select distinct day, state from reconciliation_differences
      where adapter = ${adapter} and state in ('open', 'known') and kind <> 'balance'
        and day < ${before} and day >= ${first}
      union all
      select day, 'open' from (
        select distinct on (day) day, moving_count, problem, requested_at from reconciliation_runs
        where adapter = ${adapter} and finished_at is not null and day < ${before} and day >= ${first}
        order by day, finished_at desc
      ) as newest
      where moving_count > 0 or problem is not null
        or requested_at < (day::timestamp + interval '1 day') at time zone 'Asia/Kolkata'
      union all
      select to_char(midnight, 'YYYY-MM-DD'), 'open'
      from generate_series(
        greatest(${first}, (select min(day) from reconciliation_runs where adapter = ${adapter}))::timestamp,
        ${addDays(before, -1)}::timestamp, interval '1 day'
      ) as midnight
      -- Not as a condition of existence, for which PostgreSQL could read every payout of these days.
      cross join lateral (
        select from payout_events join payouts on payouts.id = payout_id
        where event = 'sent' and adapter = ${adapter}
          and at >= midnight at time zone 'Asia/Kolkata'
          and at < (midnight + interval '1 day') at time zone 'Asia/Kolkata'
        limit 1
      ) as sent
      where not exists (
        select from reconciliation_runs
        where adapter = ${adapter} and day = to_char(midnight, 'YYYY-MM-DD')
      )
    ) as days
    group by day order by bool_or(state = 'open') desc, day desc limit ${repeatedDaysMax}
  `.execute(database());
  return rows.map(({ day }) => day);
}
