import { addDays } from "@rokad/contract/days";
import type { ScheduleRule } from "@rokad/contract/schedule-rule";
import { startOfDay } from "../../kernel/days.ts";
import { weekdayOf, whyClosed, type BankCalendar } from "./bank-calendar.ts";

/*
 * Our own days instead of croner's: cron has no bank holidays, no second Saturday and no "every third
 * month from May", and the working day before a day is none of its days. A test compares what cron can
 * say with croner.
 */

/** A day on which a schedule pays. */
export interface DueDay {
  /** The day of the rule, `YYYY-MM-DD`; each becomes one due day. */
  readonly ruleDay: string;
  readonly dueOn: string;
  readonly dueAt: Date;
  /** Why it moved; null if it did not. */
  readonly movedBecause: string | null;
  /** False if a missing list of holidays could move it. */
  readonly isKnown: boolean;
}

/** What is decided already: due days come after all of it. */
export interface Decided {
  readonly ruleDay: string | null;
  readonly dueOn: string | null;
  /** Only due times after it. */
  readonly at: Date | null;
  /** When the schedule started: due times up to it are none of its count. */
  readonly from: Date | null;
}

/** The next due days of a rule, oldest first. */
export function nextDueDays(
  rule: ScheduleRule,
  calendar: BankCalendar,
  { ruleDay, dueOn, at, from }: Decided,
  max: number,
): DueDay[] {
  const found: DueDay[] = [];
  if (max === 0) return found;
  for (const one of dueDays(rule, calendar, from)) {
    const isDecided = (ruleDay && one.ruleDay <= ruleDay) || (dueOn && one.dueOn <= dueOn);
    if (isDecided || (at && one.dueAt <= at)) continue;
    found.push(one);
    if (found.length === max) break;
  }
  return found;
}

/**
 * All due days of a rule, from its start. Two days of the rule that move to the same working day are
 * one due day. Without an end there is always a next one.
 * @param from due times up to it are none of the count: "3 times" is 3 payouts, whenever it is signed.
 */
export function* dueDays(
  rule: ScheduleRule,
  calendar: BankCalendar,
  from: Date | null = null,
): Generator<DueDay> {
  const { ends_on: endsOn, count } =
    rule.repeats === "once" ? { ends_on: null, count: 1 } : { ends_on: null, count: null, ...rule };
  let before: string | undefined;
  let number = 0;
  for (const ruleDay of ruleDays(rule)) {
    if (ruleDay > lastDay || (endsOn && ruleDay > endsOn) || (count && number === count)) return;
    const day = move(ruleDay, rule, calendar);
    if (before !== undefined && day.dueOn <= before) continue;
    before = day.dueOn;
    if (from === null || day.dueAt > from) number += 1;
    yield day;
  }
}
const lastDay = "9998-12-31";

function* ruleDays(rule: ScheduleRule): Generator<string> {
  const { starts_on: start } = rule;
  if (rule.repeats === "once") {
    yield start;
    return;
  }
  if (rule.repeats === "weekly") {
    const days = [...new Set(rule.weekdays)].toSorted((a, b) => a - b);
    const monday = addDays(start, 1 - weekdayOf(start));
    for (let week = 0; ; week += rule.every) {
      for (const weekday of days) {
        const day = addDays(monday, week * 7 + weekday - 1);
        if (day >= start) yield day;
      }
    }
  }
  for (let month = 0; ; month += rule.every) {
    const day = dayOfMonth(start, month, rule.day);
    if (day >= start) yield day;
  }
}

/** @param day beyond the end of a shorter month, its last day. */
function dayOfMonth(start: string, later: number, day: number | "last"): string {
  const months = Number(start.slice(0, 4)) * 12 + Number(start.slice(5, 7)) - 1 + later;
  const first = (count: number) =>
    `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}-01`;
  const last = addDays(first(months + 1), -1);
  const wanted = day === "last" ? last : addDays(first(months), day - 1);
  return wanted < last ? wanted : last;
}

function move(
  ruleDay: string,
  { on_holiday: onHoliday, hour }: ScheduleRule,
  calendar: BankCalendar,
): DueDay {
  const step = onHoliday === "before" ? -1 : 1;
  let dueOn = ruleDay;
  let movedBecause: string | null = null;
  let isKnown = true;
  while (onHoliday !== "same_day") {
    const why = whyClosed(calendar, dueOn);
    if (why === undefined) isKnown = false;
    if (why === null || why === undefined) break;
    movedBecause ??= why;
    dueOn = addDays(dueOn, step);
  }
  const dueAt = new Date(startOfDay(dueOn).getTime() + hour * hourMs);
  return { ruleDay, dueOn, dueAt, movedBecause, isKnown };
}
const hourMs = 60 * 60 * 1000;
