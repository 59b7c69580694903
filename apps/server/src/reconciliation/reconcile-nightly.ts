import { addDays } from "@rokad/contract/days";
import { sql } from "kysely";
import { now } from "../clock.ts";
import { startOfDay, today } from "../days.ts";
import { database, transaction, violated } from "../db.ts";
import type { Provider } from "../providers/provider.ts";
import { everyProvider } from "../providers/rails.ts";
import { dayOf } from "./day.ts";
import { countHandedOver } from "./queries.ts";
import { closeStranded, insertRun, isUnderWay } from "./start-run.ts";

/** Four in the morning: what was paid before midnight is in every provider's list by then. */
const notBeforeMs = 4 * 60 * 60 * 1000;
/** What is processing on a day may end on the third working day after it, and be returned later. */
const daysBack = 3;
/** A day with differences that nobody has handled is looked at again for so long. */
const daysBackMax = 30;
const repeatsAtMost = 10;

/**
 * Reconciles the day before with each provider once in each night, by whichever worker comes
 * first, and the days before it while something in them is open. One that was down in the night
 * makes up for it when it starts.
 */
export async function reconcileNightly(): Promise<void> {
  await transaction(closeStranded);
  const night = today();
  if (now().getTime() < startOfDay(night).getTime() + notBeforeMs) return;
  for (const provider of everyProvider()) await reconcileWith(provider, night);
}

async function reconcileWith(provider: Provider, night: string): Promise<void> {
  const adapter = provider.name;
  const yesterday = addDays(night, -1);
  const done = await database()
    .selectFrom("reconciliation_runs")
    .select("id")
    .where("adapter", "=", adapter)
    .where("day", "=", yesterday)
    .where("night", "=", night)
    .executeTakeFirst();
  if (done || !(await isUsed(provider, yesterday))) return;
  const earlier = await openDays(adapter, night);
  try {
    await transaction(async (db) => {
      await insertRun(db, { adapter, day: yesterday, by: null, night, weighsBalance: true });
      for (const day of earlier) {
        await insertRun(db, { adapter, day, by: null, night, weighsBalance: false });
      }
    });
  } catch (error) {
    // Another worker was first, or somebody reconciles one of these days just now: looked at again.
    if (violated(error) !== "reconciliation_runs_night" && !isUnderWay(error)) throw error;
  }
}

/** One without its settings, that has had nothing of ours, has nothing to be asked about. */
async function isUsed(provider: Provider, day: string): Promise<boolean> {
  if ((await provider.missingSettings()).length === 0) return true;
  return (await countHandedOver(dayOf({ id: "", adapter: provider.name, day }))) > 0;
}

/** Days before yesterday that are not over: payouts without an end, or differences that are open. */
async function openDays(adapter: string, night: string): Promise<string[]> {
  const [before, oldest] = [addDays(night, -1), addDays(night, -1 - daysBack)];
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day
    from payout_events join payouts on payouts.id = payout_id
    where event = 'sent' and at >= ${startOfDay(oldest)} and at < ${startOfDay(before)}
      and adapter = ${adapter} and status in ('pending', 'processing')
    union
    select distinct day from reconciliation_differences
    where adapter = ${adapter} and state = 'open' and day < ${before}
      and day >= ${addDays(night, -daysBackMax)}
    order by day desc limit ${repeatsAtMost}
  `.execute(database());
  return rows.map(({ day }) => day);
}
