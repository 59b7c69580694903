import {
  batchScheduleActsIn,
  type BatchScheduleAct,
  type BatchScheduleRunState,
  type BatchScheduleState,
} from "@rokad/contract/batch-schedules";
import type { ScheduleRule } from "@rokad/contract/schedule-rule";
import { sql, type Selectable } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import type { BatchSchedules } from "../../database/tables.generated.ts";
import { now } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import type { DueDay } from "../schedules/due-days.ts";
import { nextColumns, openDueDays } from "../schedules/next-due-day.ts";
import { scheduleChanged } from "../schedules/stored-schedule.ts";

type Days = "decided_rule_day" | "decided_due_on" | "next_rule_day" | "next_due_on";

/** A schedule of batches as the database stores it; its days are texts. */
export interface StoredBatchSchedule extends Omit<Selectable<BatchSchedules>, Days | "rule"> {
  readonly state: BatchScheduleState;
  readonly rule: ScheduleRule;
  readonly decided_rule_day: string | null;
  readonly decided_due_on: string | null;
  readonly next_rule_day: string | null;
  readonly next_due_on: string | null;
}

/** All columns; a day would otherwise become the start of a day where the server runs. */
export const batchScheduleColumns = sql`batch_schedules.*,
  decided_rule_day::text as decided_rule_day, decided_due_on::text as decided_due_on,
  next_rule_day::text as next_rule_day, next_due_on::text as next_due_on`;

/** @throws 404, also for another tenant's. */
export async function readBatchSchedule(
  db: Db,
  tenantId: string,
  id: string,
  lock = sql``,
): Promise<StoredBatchSchedule> {
  const { rows } = await sql<StoredBatchSchedule>`
    select ${batchScheduleColumns} from batch_schedules
    where id = ${id} and tenant_id = ${tenantId} ${lock}
  `.execute(db);
  if (!rows[0]) throw notFound("This schedule");
  return rows[0];
}

/** Writes columns of a locked schedule. */
export async function updateBatchSchedule(
  db: Tx,
  id: string,
  values: Partial<Omit<StoredBatchSchedule, "id" | "rule">>,
): Promise<void> {
  await db.updateTable("batch_schedules").set(values).where("id", "=", id).execute();
}

/** @throws 409 `SCHEDULE_CHANGED` if the schedule's state does not allow the act. */
export function assertCan({ state }: StoredBatchSchedule, act: BatchScheduleAct): void {
  if (batchScheduleActsIn[state].includes(act)) return;
  throw scheduleChanged(`This schedule is ${state}, so this is not possible.`);
}

/** What became of a due day. */
export interface RunOutcome {
  readonly state: BatchScheduleRunState;
  readonly reason?: string;
  readonly batchId?: string;
  /** Left out for the product. */
  readonly by?: string;
}

/** The next due day of a schedule; undefined if it has none. */
export function nextDayOf(schedule: StoredBatchSchedule) {
  const { next_rule_day: ruleDay, next_due_on: dueOn, next_due_at: dueAt } = schedule;
  return ruleDay && dueOn && dueAt ? { ruleDay, dueOn, dueAt } : undefined;
}

/**
 * Records what became of the next due day of a locked schedule, and moves to the one after it or ends
 * the schedule. A decided day never comes again, whatever happens to the clock or to the lists of
 * holidays.
 * @returns the schedule afterwards.
 */
export async function decideDay(
  db: Tx,
  schedule: StoredBatchSchedule,
  { ruleDay, dueOn }: Pick<DueDay, "ruleDay" | "dueOn">,
  { state, reason, batchId, by }: RunOutcome,
): Promise<StoredBatchSchedule> {
  await sql`
    insert into batch_schedule_runs (
      schedule_id, due_on, rule_day, tenant_id, state, reason, decided_at, decided_by, batch_id
    ) values (
      ${schedule.id}, ${dueOn}, ${ruleDay}, ${schedule.tenant_id}, ${state}, ${reason ?? null},
      ${now()}, ${by ?? null}, ${batchId ?? null}
    )
  `.execute(db);
  const decided = { decided_rule_day: ruleDay, decided_due_on: dueOn };
  const [next] = openDueDays({ ...schedule, ...decided }, 1);
  await updateBatchSchedule(db, schedule.id, {
    ...decided,
    ...nextColumns(next),
    ...(!next && { ...ended, ended_at: now() }),
  });
  return readBatchSchedule(db, schedule.tenant_id, schedule.id);
}

/** The columns of a schedule that prepares nothing any more, but for when and why. */
export const ended = {
  state: "ended",
  pause_message: null,
  paused_at: null,
  next_rule_day: null,
  next_due_on: null,
  next_due_at: null,
  next_is_known: null,
} as const;
