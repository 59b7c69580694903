import { addDays } from "@rokad/contract/days";
import { todayInIndia } from "@rokad/contract/fields";
import {
  ruleForms,
  type HolidayRule,
  type ScheduleRule,
  type Weekday,
} from "@rokad/contract/schedule-rule";

/** When something is due, as it is typed. */
export interface RuleDraft {
  readonly repeats: "once" | "weekly" | "monthly";
  readonly startsOn: string | undefined;
  readonly hour: number;
  readonly every: number;
  readonly weekdays: readonly Weekday[];
  readonly day: string;
  readonly onHoliday: HolidayRule;
  readonly ends: "never" | "on" | "after";
  readonly endsOn: string | undefined;
  readonly count: number | undefined;
}

export function blankRule(): RuleDraft {
  return {
    repeats: "monthly",
    startsOn: addDays(todayInIndia(), 1),
    hour: 10,
    every: 1,
    weekdays: [1],
    day: "1",
    onHoliday: "same_day",
    ends: "never",
    endsOn: undefined,
    count: undefined,
  };
}

/** The form of a rule that exists, from today on. */
export function ruleDraftOf(rule: ScheduleRule): RuleDraft {
  const today = todayInIndia();
  const common = {
    ...blankRule(),
    repeats: rule.repeats,
    startsOn: rule.starts_on < today ? today : rule.starts_on,
    hour: rule.hour,
    onHoliday: rule.on_holiday,
  };
  if (rule.repeats === "once") return common;
  return {
    ...common,
    every: rule.every,
    ...(rule.repeats === "weekly" ? { weekdays: rule.weekdays } : { day: String(rule.day) }),
    ends: rule.ends_on ? "on" : rule.count ? "after" : "never",
    endsOn: rule.ends_on ?? undefined,
    count: rule.count ?? undefined,
  };
}

/** The rule of a draft. @returns the messages by field instead, as the server would. */
export function readRule(draft: RuleDraft) {
  const { repeats } = draft;
  const common = { starts_on: draft.startsOn, hour: draft.hour, on_holiday: draft.onHoliday };
  const repeated = {
    ...common,
    every: draft.every,
    ends_on: draft.ends === "on" ? (draft.endsOn ?? "") : null,
    count: draft.ends === "after" ? (draft.count ?? Number.NaN) : null,
  };
  const rule =
    repeats === "once"
      ? { ...common, repeats }
      : repeats === "weekly"
        ? { ...repeated, repeats, weekdays: draft.weekdays }
        : { ...repeated, repeats, day: draft.day === "last" ? "last" : Number(draft.day) };
  const checked = ruleForms[repeats].safeParse(rule);
  if (checked.success) return { rule: rule as ScheduleRule, errors: {} };
  const errors: Record<string, string> = {};
  for (const { path, message } of checked.error.issues)
    errors[["rule", ...path].join(".")] ??= message;
  return { rule: undefined, errors };
}
