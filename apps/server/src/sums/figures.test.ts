// The guarantee: every figure that is read from sums is what its rows come to, in any history,
// at any time, on either side of every hour, day and month in India.
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
import { now, useClock } from "../clock.ts";
import { dateTimeInIndia, monthsSoFar, startOfDay, today } from "../days.ts";
import { closeDatabase, database, openDatabase } from "../db.ts";
import { sumsByDay, sumsByDestination } from "../payouts/daily-sums.ts";
import type { Sums } from "../payouts/payout-sums.ts";
import { successRate } from "../payouts/success-rate.ts";
import { summarisePayouts } from "../payouts/summarise-payouts.ts";
import { traceTrend } from "../payouts/trace-trend.ts";
import { sumFailures, sumPayouts, type Line } from "../platform-analytics/sum-payouts.ts";
import type { Tenant } from "../sign-in/person.ts";
import { sumTenant } from "../tenants/queries.ts";
import { sumPortfolio } from "../wallet/sum-portfolio.ts";
import { cutSpan, type Span } from "./cut-span.ts";
import { verifySums } from "./verify-sums.ts";

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

test("in random histories all that is read from sums is what the rows come to", async () => {
  const some = fc.tuple(
    fc.array(payout, { maxLength: 25 }),
    fc.array(deposit, { maxLength: 8 }),
    clocks,
  );
  await fc.assert(
    fc.asyncProperty(some, async ([payouts, deposits, time]) => {
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
  expect(await verifySums(database())).toEqual([]);
}, 120_000);

async function compare(tenant: Tenant) {
  const { start, previous } = monthsSoFar();
  const startOfToday = startOfDay(today());
  const yesterday = {
    start: new Date(startOfToday.getTime() - day),
    end: new Date(now().getTime() - day),
  };
  const at = (span: Span) => plainSums(tenant.id, span);
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
    await plainFlow(tenant.id, { start }),
    await plainFlow(tenant.id, previous),
  ];
  expect(await sumPortfolio(tenant)).toMatchObject({
    total_credits: inr(flow.credits),
    total_debits: inr(flow.debits),
    previous: { total_credits: inr(flowBefore.credits), total_debits: inr(flowBefore.debits) },
  });

  const period = { from: addDays(today(), -29), to: today() };
  const byDay = await plainParts(tenant.id, period, "day");
  expect((await sumsByDay(tenant, period)).filter(isSomething)).toEqual(byDay.map(asDay));
  const places = (await sumsByDestination(tenant, period)).filter(isSomething);
  expect(
    places
      .map(({ method, bank_name, ...sums }) => ({ key: `${method} ${bank_name ?? "-"}`, ...sums }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  ).toEqual(
    (await plainParts(tenant.id, period, "place")).toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  );
  const { days } = await traceTrend(tenant);
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
  expect(await sumTenant(database(), tenant.id)).toEqual(await plainTenant(tenant.id));
}

async function comparePlatform() {
  const period = { from: addDays(today(), -6), to: today() };
  const before = { from: addDays(today(), -13), to: addDays(today(), -7) };
  const read = await sumPayouts(database(), period, before);
  const plain = await plainPlatform(period, before);
  expect(sorted(read.map((line) => ({ ...line, name: undefined })))).toEqual(sorted(plain));
  expect(await sumFailures(database(), period)).toEqual(await plainFailures(period));
}

/** Lines that came to nothing, such as fees earned and given back on one day, are as good as none. */
function sorted(lines: readonly Omit<Line, "name">[]) {
  const keyOf = ({ isNow, dimension, key }: Omit<Line, "name">) => `${isNow} ${dimension} ${key}`;
  return lines.filter(isSomething).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const isSomething = (sums: Sums) =>
  [sums.count, sums.failures, sums.fees, sums.gst].some((figure) => figure !== 0n);

const asDay = ({ key, ...sums }: { readonly key: string }) => ({ day: key, ...sums });

const rateOf = ({ successes, failures }: PlainSums) => successRate(successes, successes + failures);

const inr = (paise: bigint | null) =>
  paise === null ? null : { amount: Number(paise), currency: "INR" };

test("a span is cut into pieces side by side: whole months, days and hours, and less than an hour", () => {
  const spans = fc.tuple(instant, instant);
  fc.assert(
    fc.property(spans, ([a, b]) => {
      const [start, end] = a < b ? [a, b] : [b, a];
      let reached = start;
      for (const piece of cutSpan({ start: new Date(start), end: new Date(end) })) {
        const [from, to] = [piece.start?.getTime() ?? 0, piece.end?.getTime() ?? 0];
        expect(from).toBe(reached);
        for (const border of [from, to]) {
          if (piece.grain === "month")
            expect(dateTimeInIndia(new Date(border))).toMatch(/^01.* 00:00:00$/);
          else expect(Math.abs((border - midnight) % { day, hour, row: 1 }[piece.grain])).toBe(0);
        }
        if (piece.grain === "day") expect(to - from).toBeLessThan(62 * day);
        if (piece.grain === "hour") expect(to - from).toBeLessThan(48 * hour);
        if (piece.grain === "row") expect(to - from).toBeLessThan(2 * hour);
        expect(to).toBeGreaterThan(from);
        reached = to;
      }
      expect(reached).toBe(end);
    }),
    { numRuns: 500 },
  );
  expect(cutSpan({})).toEqual([{ grain: "month" }]);
  // 15 to 31 March of the year 50, and all of April.
  const [march, may] = [startOfDay("0050-03-15"), startOfDay("0050-05-01")];
  expect(cutSpan({ start: march, end: may })).toEqual([
    { grain: "day", start: march, end: startOfDay("0050-04-01") },
    { grain: "month", start: startOfDay("0050-04-01"), end: may },
  ]);
  expect(cutSpan({ start: new Date(midnight + 1) }).map(({ grain }) => grain)).toEqual([
    "row",
    "hour",
    "day",
    "month",
  ]);
});
