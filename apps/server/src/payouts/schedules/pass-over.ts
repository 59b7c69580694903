import type { Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { decideDueDay } from "./next-due-day.ts";
import { insertRun, nextRunOf } from "./schedule-run.ts";
import { readSchedule, type StoredSchedule } from "./stored-schedule.ts";

export const whilePaused = "The schedule was paused.";

/**
 * Records the due days of a locked schedule that passed undecided as skipped, with the reason.
 * @returns the schedule afterwards.
 */
export async function passOver(
  db: Tx,
  schedule: StoredSchedule,
  reason: string,
): Promise<StoredSchedule> {
  let current = schedule;
  for (;;) {
    const run = nextRunOf(current);
    if (!run || run.dueAt > now()) return current;
    await insertRun(db, current, run, { state: "skipped", reason });
    await decideDueDay(db, current, run);
    current = await readSchedule(db, schedule.tenant_id, schedule.id);
  }
}
