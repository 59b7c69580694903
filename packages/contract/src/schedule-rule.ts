import * as z from "zod/mini";
import { day, requiredDay } from "./fields.ts";
import { limits } from "./limits.ts";

/* When a schedule pays: on one day, on days of the week, or on a day of the month, in India. */

/** ISO weekdays: 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof weekdays)[number];

/**
 * What happens when the day is a Sunday, a second or fourth Saturday, or a bank holiday.
 * - `same_day`: UPI and IMPS pay on every day, so it is paid on that day.
 * - `before`, `after`: on the last working day before it, or the first one after it.
 */
export const holidayRules = ["same_day", "before", "after"] as const;
export type HolidayRule = (typeof holidayRules)[number];

const common = {
  /** The first day on which it can be due. */
  starts_on: requiredDay("Choose the first day"),
  /** The hour of the day in India, from 0. */
  hour: whole("Choose an hour from 0 to 23", 0, 23),
  on_holiday: z._default(
    z.enum(holidayRules, { error: "Choose what happens on bank holidays" }),
    "same_day",
  ),
};

const repeated = {
  ...common,
  /** Every n-th week or month. */
  every: z._default(
    whole(`Repeat every 1 to ${limits.scheduleEveryMax}`, 1, limits.scheduleEveryMax),
    1,
  ),
  /** The last day on which it can be due, before it moves for a holiday. */
  ends_on: z.optional(z.nullable(day)),
  /** How many due days it has from its start on, skipped ones included. */
  count: z.optional(
    z.nullable(whole(`Choose 1 to ${limits.scheduleRunsMax} payouts`, 1, limits.scheduleRunsMax)),
  ),
};

const weekdayInput = z.literal(weekdays, { error: "Choose days from 1 (Monday) to 7 (Sunday)" });

const weeklyRule = {
  ...repeated,
  weekdays: z
    .array(weekdayInput, { error: "Choose at least one weekday" })
    .check(
      z.minLength(1, "Choose at least one weekday"),
      z.maxLength(weekdays.length, "Choose each weekday once"),
    ),
};

interface RuleEnds {
  readonly starts_on: string;
  readonly ends_on?: string | null | undefined;
}

const lastDayCheck = () =>
  z.check<RuleEnds>((context) => {
    const { starts_on: first, ends_on: last } = context.value;
    if (!last || last >= first) return;
    context.issues.push({
      code: "custom",
      message: "The last day is before the first one",
      path: ["ends_on"],
      input: context.value,
    });
  });

/**
 * What a form checks of each kind of rule; it offers no other day of the month. The whole union would
 * weigh a kilobyte at the sign-in, whose validation library all pages share.
 */
export const ruleForms = {
  once: z.object(common),
  weekly: z.object(weeklyRule).check(lastDayCheck()),
  monthly: z.object(repeated).check(lastDayCheck()),
} as const;

export const scheduleRule = z
  .discriminatedUnion(
    "repeats",
    [
      z.object({ ...common, repeats: z.literal("once") }),
      z.object({ ...weeklyRule, repeats: z.literal("weekly") }),
      z.object({
        ...repeated,
        repeats: z.literal("monthly"),
        /** From 1; 31 is the last day of a shorter month. `last` is the last day of each. */
        day: z.union([whole("Choose a day from 1 to 31", 1, 31), z.literal("last")], {
          error: "Choose a day from 1 to 31, or the last one",
        }),
      }),
    ],
    { error: "Choose once, weekly or monthly" },
  )
  .check(lastDayCheck());
export type ScheduleRule = z.output<typeof scheduleRule>;

function whole(message: string, min: number, max: number) {
  return z
    .int({ error: message })
    .check(z.minimum(min, { error: message }), z.maximum(max, { error: message }));
}

const weekdayNames = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

export const weekdayName = (weekday: Weekday): string => weekdayNames[weekday - 1] ?? "";

/** `Every month on the last working day, 16:00, until 31/03/2027`. */
export function describeRule(rule: ScheduleRule): string {
  const time = `${String(rule.hour).padStart(2, "0")}:00`;
  const end =
    rule.repeats === "once"
      ? ""
      : [
          rule.ends_on ? `, until ${formatDay(rule.ends_on)}` : "",
          rule.count ? `, ${rule.count === 1 ? "once" : `${rule.count} times`}` : "",
        ].join("");
  return `${daysOf(rule)}, ${time}${end}`;
}

function daysOf(rule: ScheduleRule): string {
  const moved = {
    same_day: "",
    before: ", or the working day before",
    after: ", or the working day after",
  }[rule.on_holiday];
  if (rule.repeats === "once") return `Once on ${formatDay(rule.starts_on)}${moved}`;
  if (rule.repeats === "weekly") {
    const names = weekdays.filter((one) => rule.weekdays.includes(one)).map(weekdayName);
    return `${every(rule.every, "week")} on ${listAnd(names)}${moved}`;
  }
  const start = every(rule.every, "month");
  if (rule.day === "last" && rule.on_holiday === "before")
    return `${start} on the last working day`;
  if (rule.day === 1 && rule.on_holiday === "after") return `${start} on the first working day`;
  return `${start} on ${rule.day === "last" ? "the last day" : `day ${rule.day}`}${moved}`;
}

const every = (count: number, unit: string) =>
  count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;

const listAnd = (names: readonly string[]) =>
  names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1] ?? ""}`;

const formatDay = (value: string) => value.split("-").toReversed().join("/");
