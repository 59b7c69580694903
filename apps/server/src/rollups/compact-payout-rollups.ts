import { sql, type RawBuilder } from "kysely";
import { now } from "../kernel/clock.ts";
import type { Db } from "../database/db.ts";

const batchRows = 1_000;
const indiaOffsetMs = 5.5 * 60 * 60 * 1000;
const periodMs = 6 * 60 * 60 * 1000;

/**
 * Adds the changes of the rollups of payouts, which triggers write, to the months, days and hours,
 * and to the parts of the days. Only changes of a past quarter of the day in Asia/Kolkata: their
 * payouts have ended, mostly, and a day's row changes four times instead of with each payout.
 * Reads add both, so they are exact before, after and in between.
 */
export async function compactPayoutRollups(db: Db): Promise<void> {
  const before = startOfPeriod(now());
  while ((await compactBatch(db, before)) === batchRows);
}

function startOfPeriod(at: Date): Date {
  const inIndia = at.getTime() + indiaOffsetMs;
  return new Date(Math.floor(inIndia / periodMs) * periodMs - indiaOffsetMs);
}

const parts = ["open_count", "open_paise", "success_count", "success_paise"] as const;
const outcomes = ["failed", "returned", "cancelled"] as const;

/** Each column of `payout_rollups`, as a sum of changes. */
const sumColumns: Readonly<Record<string, string>> = {
  open_count: "open_count",
  open_paise: "open_paise",
  open_charges_paise: "open_fee_paise + open_gst_paise",
  success_count: "success_count",
  success_paise: "success_paise",
  success_charges_paise: "success_fee_paise + success_gst_paise",
  ...Object.fromEntries(
    outcomes.flatMap((outcome) =>
      ["count", "paise", "charges_paise"].map((figure) => {
        const name = `${outcome}_${figure}`;
        return [name, name];
      }),
    ),
  ),
  back_paise: "back_paise",
  back_charges_paise: "back_charges_paise",
};

/** Each column of `payout_day_parts`, likewise. */
const partColumns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(parts.map((name) => [name, name])),
  failed_count: "failed_count + returned_count",
  failed_paise: "failed_paise + returned_paise",
  fee_paise: "open_fee_paise + success_fee_paise",
  gst_paise: "open_gst_paise + success_gst_paise",
  earned_fee_paise: "earned_fee_paise",
  earned_gst_paise: "earned_gst_paise",
};

const list = (items: readonly string[]): RawBuilder<unknown> => sql.raw(items.join(", "));
const sumsOf = (columns: Readonly<Record<string, string>>) =>
  list(Object.values(columns).map((sum) => `sum(${sum})`));
const additions = (columns: Readonly<Record<string, string>>) =>
  list(Object.keys(columns).map((name) => `${name} = stored.${name} + excluded.${name}`));
const names = (columns: Readonly<Record<string, string>>) => list(Object.keys(columns));

/**
 * One statement deletes changes and adds them, so that every snapshot counts each change once. A
 * change that a payout or another worker holds waits for the next time: compaction never waits for a
 * payout. Rows are locked in the order of their keys, so that two workers can't deadlock.
 * @returns the number of changes.
 */
async function compactBatch(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    with changes as (
      delete from payout_rollup_changes
      where ctid = any(array(
        select ctid from payout_rollup_changes where starts_at < ${before}
        limit ${batchRows} for update skip locked
      ))
      returning *
    ), sums as (
      insert into payout_rollups as stored (tenant_id, grain, starts_at, ${names(sumColumns)})
      select tenant_id, placed.grain, placed.starts_at, ${sumsOf(sumColumns)}
      from changes cross join lateral (
        values ('month', date_trunc('month', changes.starts_at, 'Asia/Kolkata')),
          ('day', date_trunc('day', changes.starts_at, 'Asia/Kolkata')),
          ('hour', changes.starts_at)
      ) as placed (grain, starts_at)
      -- Some only are fees that were earned in another hour than that of the request.
      where (${list(Object.values(sumColumns))}) <> (${list(Object.keys(sumColumns).map(() => "0"))})
      group by tenant_id, placed.grain, placed.starts_at
      order by tenant_id, placed.grain, placed.starts_at
      on conflict (tenant_id, grain, starts_at) do update set ${additions(sumColumns)}
    ), parts as (
      insert into payout_day_parts as stored (
        tenant_id, day, provider, method, bank_name, ${names(partColumns)}
      )
      select tenant_id, (starts_at at time zone 'Asia/Kolkata')::date as day, provider, method,
        bank_name, ${sumsOf(partColumns)}
      from changes
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (tenant_id, day, provider, method, bank_name)
        do update set ${additions(partColumns)}
    )
    select count(*)::int as changes from changes
  `.execute(db);
  return rows[0]?.changes ?? 0;
}
