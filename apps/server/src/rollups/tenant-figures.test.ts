// The guarantee: every figure that is read from rollups equals the sum of its rows, in any history
// and at any time, around the end of every hour, day and month in India.
import { addDays } from "@rokad/contract/days";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import {
  plainFailures,
  plainFlow,
  plainParts,
  plainPlatform,
  plainSums,
  plainTenant,
  type PlainSums,
} from "../../test/plain-figures.ts";
import {
  deposit,
  insertDeposit,
  insertPayout,
  instant,
  midnight,
  newTenant,
  payout,
} from "../../test/random-history.ts";
import { now, useClock } from "../kernel/clock.ts";
import { dateTimeInIndia, monthsToDate, startOfDay, today } from "../kernel/days.ts";
import { closeDatabase, database, openDatabase } from "../database/db.ts";
import { totalsByDay, totalsByDestination } from "../payouts/read/daily-totals.ts";
import type { AnalyticsTotals } from "../payouts/read/analytics-totals.ts";
import { successRate } from "../payouts/read/success-rate.ts";
import { summarisePayouts } from "../payouts/read/summarise-payouts.ts";
import { readTrend } from "../payouts/read/read-trend.ts";
import { totalFailures, totalPayouts, type Line } from "../operations/analytics/total-payouts.ts";
import type { Tenant } from "../kernel/person.ts";
import { sumTenant } from "../tenants/accounts/queries.ts";
import { sumPortfolio } from "../tenants/wallet/sum-portfolio.ts";
import { splitRange, type TimeRange } from "./split-range.ts";
import { verifyRollups } from "./verify-rollups.ts";

let drop: () => Promise<void>;
const hour = 3_600_000;
const day = 24 * hour;

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  openDatabase(clone.url, { connections: 10 });
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const clocks = fc.oneof(
  fc.constantFrom(midnight, midnight - 1, midnight + 1, midnight - day, midnight + 11 * day),
  fc.integer({ min: midnight - 40 * day, max: midnight + 31 * day }),
);

test("all figures of random histories equal the sums of the rows", async () => {
  const histories = fc.tuple(
    fc.array(payout, { maxLength: 25 }),
    fc.array(deposit, { maxLength: 8 }),
    clocks,
  );
  await fc.assert(
    fc.asyncProperty(histories, async ([payouts, deposits, time]) => {
      const tenants = [await newTenant(), await newTenant()] as const;
      for (const each of payouts) await insertPayout(tenants[each.of], each);
      for (const each of deposits) await insertDeposit(tenants[each.of], each);
      const restore = useClock(() => new Date(time));
      try {
        for (const tenant of tenants) await compare(tenant);
        await comparePlatform();
      } finally {
        restore();
      }
    }),
    { numRuns: 20 },
  );
  expect(await verifyRollups(database())).toEqual([]);
});

async function compare(tenant: Tenant) {
  const { start, previous } = monthsToDate();
  const startOfToday = startOfDay(today());
  const yesterday = {
    start: new Date(startOfToday.getTime() - day),
    end: new Date(now().getTime() - day),
  };
  const at = (range: TimeRange) => plainSums(tenant.tenantId, range);
  const [ofDay, ofDayBefore, ofMonth, ofMonthBefore, ever] = await Promise.all([
    at({ start: startOfToday }),
    at(yesterday),
    at({ start }),
    at(previous),
    at({}),
  ]);
  expect(await summarisePayouts(tenant)).toEqual({
    today_volume: inr(ofDay.sent),
    today_count: Number(ofDay.count),
    monthly_volume: inr(ofMonth.sent),
    monthly_count: Number(ofMonth.count),
    success_rate: rateOf(ofMonth),
    previous: {
      day_volume: inr(ofDayBefore.sent),
      month_volume: inr(ofMonthBefore.sent),
      success_rate: rateOf(ofMonthBefore),
      average_amount: inr(ofMonthBefore.average),
      processing_seconds: ofMonthBefore.seconds,
    },
    pending_count: Number(ever.open),
    failed_today_count: Number(ofDay.failures),
    average_amount: inr(ofMonth.average),
    processing_seconds: ofMonth.seconds,
  });

  const [flow, flowBefore] = [
    await plainFlow(tenant.tenantId, { start }),
    await plainFlow(tenant.tenantId, previous),
  ];
  expect(await sumPortfolio(tenant)).toMatchObject({
    total_credits: inr(flow.credits),
    total_debits: inr(flow.debits),
    previous: { total_credits: inr(flowBefore.credits), total_debits: inr(flowBefore.debits) },
  });

  const period = { from: addDays(today(), -29), to: today() };
  const byDay = await plainParts(tenant.tenantId, period, "day");
  expect((await totalsByDay(tenant, period)).filter(isSomething)).toEqual(byDay.map(asDay));
  const places = (await totalsByDestination(tenant, period)).filter(isSomething);
  expect(
    places
      .map(({ method, bank_name, ...sums }) => ({ key: `${method} ${bank_name ?? "-"}`, ...sums }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  ).toEqual(
    (await plainParts(tenant.tenantId, period, "place")).toSorted((a, b) =>
      a.key < b.key ? -1 : 1,
    ),
  );
  const { days } = await readTrend(tenant);
  expect(days).toEqual(
    days.map(({ day: key }) => {
      const plain = byDay.find((row) => row.key === key);
      return {
        day: key,
        volume: inr(plain?.volume ?? 0n),
        count: Number(plain?.count ?? 0n),
        success_count: Number(plain?.successes ?? 0n),
      };
    }),
  );
  expect(await sumTenant(database(), tenant.tenantId)).toEqual(await plainTenant(tenant.tenantId));
}

async function comparePlatform() {
  const period = { from: addDays(today(), -6), to: today() };
  const before = { from: addDays(today(), -13), to: addDays(today(), -7) };
  const read = await totalPayouts(database(), period, before);
  const plain = await plainPlatform(period, before);
  expect(normalised(read.map((line) => ({ ...line, name: undefined })))).toEqual(normalised(plain));
  expect(await totalFailures(database(), period)).toEqual(await plainFailures(period));
}

/** Removes lines of zeros, such as fees earned and refunded on one day, and sorts the others. */
function normalised(lines: readonly Omit<Line, "name">[]) {
  const keyOf = ({ isNow, dimension, key }: Omit<Line, "name">) => `${isNow} ${dimension} ${key}`;
  return lines.filter(isSomething).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const isSomething = (sums: AnalyticsTotals) =>
  [sums.count, sums.failures, sums.fees, sums.gst].some((figure) => figure !== 0n);

const asDay = ({ key, ...sums }: { readonly key: string }) => ({ day: key, ...sums });

const rateOf = ({ successes, failures }: PlainSums) => successRate(successes, successes + failures);

const inr = (paise: bigint | null) =>
  paise === null ? null : { amount: Number(paise), currency: "INR" };

test("splits a range into adjacent parts: whole months, days and hours, and less than an hour", () => {
  const ranges = fc.tuple(instant, instant);
  fc.assert(
    fc.property(ranges, ([a, b]) => {
      const [start, end] = a < b ? [a, b] : [b, a];
      let covered = start;
      for (const part of splitRange({ start: new Date(start), end: new Date(end) })) {
        const [from, to] = [part.start?.getTime() ?? 0, part.end?.getTime() ?? 0];
        expect(from).toBe(covered);
        for (const border of [from, to]) {
          if (part.grain === "month")
            expect(dateTimeInIndia(new Date(border))).toMatch(/^01.* 00:00:00$/);
          else expect(Math.abs((border - midnight) % { day, hour, row: 1 }[part.grain])).toBe(0);
        }
        if (part.grain === "day") expect(to - from).toBeLessThan(62 * day);
        if (part.grain === "hour") expect(to - from).toBeLessThan(48 * hour);
        if (part.grain === "row") expect(to - from).toBeLessThan(2 * hour);
        expect(to).toBeGreaterThan(from);
        covered = to;
      }
      expect(covered).toBe(end);
    }),
    { numRuns: 500 },
  );
  expect(splitRange({})).toEqual([{ grain: "month" }]);
  // 15 to 31 March of the year 50, and all of April.
  const [march, may] = [startOfDay("0050-03-15"), startOfDay("0050-05-01")];
  expect(splitRange({ start: march, end: may })).toEqual([
    { grain: "day", start: march, end: startOfDay("0050-04-01") },
    { grain: "month", start: startOfDay("0050-04-01"), end: may },
  ]);
  expect(splitRange({ start: new Date(midnight + 1) }).map(({ grain }) => grain)).toEqual([
    "row",
    "hour",
    "day",
    "month",
  ]);
});
