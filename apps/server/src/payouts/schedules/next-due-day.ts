import type { Tx } from "../../database/db.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import { bankCalendar } from "./bank-calendar.ts";
import type { ScheduleRule } from "@rokad/contract/schedule-rule";
import { dueDays, nextDueDays, type Decided, type DueDay } from "./due-days.ts";
import { phraseOf } from "../phrase-of.ts";
import { updateSchedule, type StoredSchedule } from "./stored-schedule.ts";

/** The due days that a schedule has not decided yet, at most `max`. */
export function openDueDays(
  schedule: Pick<StoredSchedule, "rule"> & DecidedColumns & StartColumns,
  max: number,
  at: Date | null = null,
): DueDay[] {
  const { rule, decided_rule_day: ruleDay, decided_due_on: dueOn } = schedule;
  return nextDueDays(rule, bankCalendar(), { ruleDay, dueOn, at, from: startOf(schedule) }, max);
}

/** When it started; a schedule of batches starts when it is created, and has no other column. */
interface StartColumns {
  readonly started_at?: Date | null;
  readonly created_at: Date;
}

/** A proposal would start now. */
export const startOf = ({ started_at: startedAt, created_at: createdAt }: StartColumns): Date =>
  startedAt === undefined ? createdAt : (startedAt ?? now());

/** The columns of what is decided. */
type DecidedColumns = Pick<StoredSchedule, "decided_rule_day" | "decided_due_on">;

/**
 * Counts the due days whose time is over as decided: otherwise another list of bank holidays would plan
 * them again, and nobody agreed to them.
 */
export function skipPassed(rule: ScheduleRule, decided: DecidedColumns, at: Date): DecidedColumns {
  const last = { ...decided };
  for (const { ruleDay, dueOn, dueAt } of dueDays(rule, bankCalendar(), at)) {
    if (dueAt > at) break;
    last.decided_rule_day = later(last.decided_rule_day, ruleDay);
    last.decided_due_on = later(last.decided_due_on, dueOn);
  }
  return last;
}

const later = (one: string | null, other: string) => (one !== null && one > other ? one : other);

/** The columns of the next due day. */
export function nextColumns(next: DueDay | undefined) {
  return {
    next_rule_day: next?.ruleDay ?? null,
    next_due_on: next?.dueOn ?? null,
    next_due_at: next?.dueAt ?? null,
    next_is_known: next?.isKnown ?? null,
    calendar: bankCalendar().id,
  };
}

/**
 * Marks a due day of a locked schedule as decided, and moves to the next one or ends the schedule. A
 * decided day never comes again, whatever happens to the clock or to the lists of holidays.
 */
export async function decideDueDay(
  db: Tx,
  schedule: StoredSchedule,
  decided: Pick<DueDay, "ruleDay" | "dueOn">,
): Promise<void> {
  const { ruleDay, dueOn } = decided;
  const after: Decided = { ruleDay, dueOn, at: null, from: startOf(schedule) };
  const [next] = nextDueDays(schedule.rule, bankCalendar(), after, 1);
  await updateSchedule(db, schedule.id, {
    decided_rule_day: decided.ruleDay,
    decided_due_on: decided.dueOn,
    ...nextColumns(next),
    ...(next ? {} : { state: "ended", end_kind: "finished", ended_at: now(), ...notPaused }),
  });
  if (next) return;
  await notify(db, [
    {
      personId: schedule.tenant_id,
      kind: "schedule_ended",
      subjectId: schedule.id,
      detail: `${phraseOf(schedule)}: that was its last due day`,
    },
  ]);
}

export const notPaused = { pause_code: null, pause_message: null, paused_at: null } as const;
