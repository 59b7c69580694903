import type { DueDay as DueDayAnswer } from "@rokad/contract/payout-schedule";
import type { DueDay } from "./due-days.ts";

export function describeDueDay(day: DueDay): DueDayAnswer {
  return {
    due_on: day.dueOn,
    rule_day: day.ruleDay,
    due_at: day.dueAt.toISOString(),
    moved_because: day.movedBecause,
    is_known: day.isKnown,
  };
}
