// The guarantee: a rule's due days are those that a person reads in it, over month ends, weekends, bank
// holidays and the turn of the year; what depends on a missing list is never guessed.
import type { ScheduleRule } from "@rokad/contract/schedule-rule";
import { describeRule } from "@rokad/contract/schedule-rule";
import { Cron } from "croner";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bankCalendar, calendarOf, whyClosed } from "./bank-calendar.ts";
import { dueDays, nextDueDays } from "./due-days.ts";

const calendar = bankCalendar();
const undecided = { ruleDay: null, dueOn: null, at: null, from: null };

type Change = Partial<Extract<ScheduleRule, { repeats: "monthly" }>>;
const monthly = (change: Change = {}): ScheduleRule => ({
  repeats: "monthly",
  starts_on: "2026-01-01",
  hour: 16,
  on_holiday: "same_day",
  every: 1,
  day: 1,
  ...change,
});
const daysOf = (rule: ScheduleRule, max = 4) =>
  nextDueDays(rule, calendar, undecided, max).map(({ dueOn }) => dueOn);

describe("days of a month", () => {
  test("the 31st is the last day of a shorter month, and February's of a leap year", () => {
    expect(daysOf(monthly({ day: 31 }))).toEqual([
      "2026-01-31",
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
    ]);
    expect(daysOf(monthly({ day: 30, starts_on: "2028-02-01" }), 1)).toEqual(["2028-02-29"]);
  });

  test("the last working day is before Sunday and over a bank holiday", () => {
    const last = monthly({ day: "last", on_holiday: "before" });
    // 31 January is a fifth Saturday: banks work. 31 March is Mahavir Janmakalyanak.
    expect(daysOf(last)).toEqual(["2026-01-31", "2026-02-27", "2026-03-30", "2026-04-30"]);
  });

  test("the first working day is after the closing of accounts and Good Friday's weekend", () => {
    const first = monthly({ day: 1, on_holiday: "after", starts_on: "2026-04-01" });
    expect(daysOf(first, 2)).toEqual(["2026-04-02", "2026-05-02"]);
    const third = monthly({ day: 3, on_holiday: "after", starts_on: "2026-04-01" });
    const [day] = nextDueDays(third, calendar, undecided, 1);
    expect(day).toMatchObject({ dueOn: "2026-04-04", movedBecause: "Good Friday" });
  });

  test("every third month counts from the start, over the turn of the year", () => {
    expect(daysOf(monthly({ every: 3, starts_on: "2026-11-20", day: 15 }))).toEqual([
      "2027-02-15",
      "2027-05-15",
      "2027-08-15",
      "2027-11-15",
    ]);
  });

  test("a day before the start is none of its days", () => {
    expect(daysOf(monthly({ starts_on: "2026-03-02", day: 1 }), 1)).toEqual(["2026-04-01"]);
  });
});

describe("days of a week", () => {
  const weekly = (weekdays: (1 | 2 | 3 | 4 | 5 | 6 | 7)[], change: object = {}) =>
    ({
      repeats: "weekly",
      starts_on: "2026-11-25",
      hour: 0,
      on_holiday: "same_day",
      every: 1,
      weekdays,
      ...change,
    }) satisfies ScheduleRule;

  test("every second week counts from the week of the start", () => {
    expect(daysOf(weekly([1, 5], { every: 2 }))).toEqual([
      "2026-11-27",
      "2026-12-07",
      "2026-12-11",
      "2026-12-21",
    ]);
  });

  test("two days that move to one working day are one due day, and count once", () => {
    const days = daysOf(
      weekly([6, 7], { on_holiday: "before", count: 3, starts_on: "2026-12-12" }),
    );
    // The second Saturday and its Sunday move to Friday; the third Saturday is a working day.
    expect(days).toEqual(["2026-12-11", "2026-12-19", "2026-12-24"]);
  });
});

describe("ends", () => {
  test("a count begins with the first day that is ahead when it starts", () => {
    const rule = monthly({ count: 3, starts_on: "2026-10-01" });
    const from = new Date("2026-11-01T10:30:00.000Z");
    const days = nextDueDays(rule, calendar, { ...undecided, at: from, from }, 9);
    expect(days.map(({ dueOn }) => dueOn)).toEqual(["2026-12-01", "2027-01-01", "2027-02-01"]);
    expect([...dueDays(rule, calendar, from)]).toHaveLength(5);
  });

  test("a count and a last day end it, whichever comes first", () => {
    expect(daysOf(monthly({ count: 2 }), 9)).toEqual(["2026-01-01", "2026-02-01"]);
    expect(daysOf(monthly({ count: 9, ends_on: "2026-02-28" }), 9)).toHaveLength(2);
  });

  test("once is one day", () => {
    const once: ScheduleRule = {
      repeats: "once",
      starts_on: "2026-11-29",
      hour: 9,
      on_holiday: "before",
    };
    // The fourth Saturday comes before that Sunday.
    expect(daysOf(once)).toEqual(["2026-11-27"]);
  });
});

describe("bank holidays", () => {
  test("the list of a year has its source, its place and days of that year only", () => {
    expect(whyClosed(calendar, "2026-12-25")).toBe("Christmas");
    expect(whyClosed(calendar, "2026-12-12")).toBe("Second Saturday");
    expect(whyClosed(calendar, "2026-12-26")).toBe("Fourth Saturday");
    expect(whyClosed(calendar, "2026-12-19")).toBeNull();
    const wrong = {
      year: 2026,
      place: "Mumbai",
      source: "",
      holidays: [{ day: "2027-01-26", name: "" }],
    };
    expect(() => calendarOf([wrong])).toThrow("2027-01-26 is no day of 2026");
  });

  test("a year without a list is marked and not guessed; its weekends are known", () => {
    const rule = monthly({ starts_on: "2027-01-01", day: "last", on_holiday: "before" });
    const [january, february] = nextDueDays(rule, calendar, undecided, 2);
    expect(january).toMatchObject({ dueOn: "2027-01-30", movedBecause: "Sunday", isKnown: false });
    expect(february?.isKnown).toBe(false);
    const [same] = nextDueDays({ ...rule, on_holiday: "same_day" }, calendar, undecided, 1);
    expect(same).toMatchObject({ dueOn: "2027-01-31", isKnown: true });
  });
});

test("a due time is an hour in India: midnight there is 18:30 UTC the day before", () => {
  const [day] = nextDueDays(monthly({ hour: 0 }), calendar, undecided, 1);
  expect(day?.dueAt.toISOString()).toBe("2025-12-31T18:30:00.000Z");
  const after = { ...undecided, at: new Date("2026-02-28T18:30:00.000Z") };
  // It is due at that very moment, so only the next one comes after it.
  expect(nextDueDays(monthly({ hour: 0 }), calendar, after, 1)[0]?.dueOn).toBe("2026-04-01");
});

const anyRule = fc.record({
  starts_on: fc
    .integer({ min: 0, max: 1_200 })
    .map((days) => new Date(Date.UTC(2025, 0, 1) + days * 86_400_000).toISOString().slice(0, 10)),
  hour: fc.integer({ min: 0, max: 23 }),
});

test("what cron can say, croner says too: days of the month, the last one, weekdays", () => {
  const weekdays = fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5, 6, 7), { minLength: 1 });
  // Cron passes over months without a 29th; our 29th to 31st are then the last day.
  const day = fc.oneof(fc.integer({ min: 1, max: 28 }), fc.constant("last"));
  fc.assert(
    fc.property(anyRule, weekdays, day, fc.boolean(), (common, days, dayOfMonth, isWeekly) => {
      const rule = {
        ...common,
        every: 1,
        on_holiday: "same_day",
        ...(isWeekly
          ? { repeats: "weekly", weekdays: days }
          : { repeats: "monthly", day: dayOfMonth }),
      } as ScheduleRule;
      const when = isWeekly
        ? `* * ${days.join(",")}`
        : `${dayOfMonth === "last" ? "L" : dayOfMonth} * *`;
      const cron = new Cron(`0 ${common.hour} ${when}`, { timezone: "Asia/Kolkata" });
      const before = new Date(`${common.starts_on}T00:00:00+05:30`);
      const expected = cron.nextRuns(12, new Date(before.getTime() - 1_000));
      const found = nextDueDays(rule, calendar, undecided, 12).map(({ dueAt }) => dueAt);
      expect(found.map(String)).toEqual(expected.map(String));
    }),
  );
});

test("due days increase, none is on a closed day, and none comes after the end", () => {
  const rules = fc.tuple(
    anyRule,
    fc.constantFrom("before", "after"),
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 40 }),
    fc.oneof(
      fc.record({ repeats: fc.constant("monthly"), day: fc.integer({ min: 1, max: 31 }) }),
      fc.record({
        repeats: fc.constant("weekly"),
        weekdays: fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5, 6, 7), { minLength: 1 }),
      }),
    ),
  );
  fc.assert(
    fc.property(rules, ([common, on_holiday, every, count, repeats]) => {
      const rule = { ...common, on_holiday, every, count, ...repeats } as ScheduleRule;
      const days = [...dueDays(rule, calendar)];
      expect(days).toHaveLength(count);
      for (const [at, one] of days.entries()) {
        const previous = days[at - 1];
        if (previous) expect(one.dueOn > previous.dueOn).toBe(true);
        if (one.isKnown) expect(whyClosed(calendar, one.dueOn)).toBeNull();
      }
    }),
  );
});

test("a rule reads as a person would say it", () => {
  expect(describeRule(monthly({ day: "last", on_holiday: "before", ends_on: "2027-03-31" }))).toBe(
    "Every month on the last working day, 16:00, until 31/03/2027",
  );
  expect(describeRule(monthly({ day: 5, every: 3, on_holiday: "after", count: 4 }))).toBe(
    "Every 3 months on day 5, or the working day after, 16:00, 4 times",
  );
});
