import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { newReference } from "../../kernel/payout-reference.ts";
import type { Tenant } from "../../kernel/person.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { createRunPayout } from "./schedule-run.ts";
import { lockSchedule, scheduleChanged } from "./stored-schedule.ts";

/**
 * Pays a due day that failed or was missed, exactly as its version was signed. A person who may pay
 * decides it, and the audit log has their name. A repeat is refused: the run has its payout.
 * @throws 404; 409 `SCHEDULE_CHANGED`; as every payout.
 */
export async function retryRun(person: Tenant, id: string, dueOn: string): Promise<void> {
  const error = await transaction(async (db) => {
    const { schedule: named, versions } = await lockSchedule(db, person.tenantId, id);
    const { rows } = await sql<{ schedule_id: string; state: string; due_at: Date }>`
      select schedule_id, state, due_at from schedule_runs
      where series_id = ${named.series_id} and due_on = ${dueOn}::date for update
    `.execute(db);
    const [run] = rows;
    if (!run) throw notFound("This run");
    if (run.state !== "failed" && run.state !== "missed")
      throw scheduleChanged(
        run.state === "created" ? "This run has its payout already." : "This run was skipped.",
      );
    if (now().getTime() - run.due_at.getTime() > limits.scheduleRetryDays * dayMs)
      throw scheduleChanged(
        `It was due more than ${limits.scheduleRetryDays} days ago. Pay it as a new payout.`,
      );
    const schedule = versions.find((one) => one.id === run.schedule_id);
    if (!schedule) throw new Error(`Run ${dueOn} of ${named.series_id} has no version`);
    if (schedule.end_kind === "stopped" || schedule.end_kind === "replaced")
      throw scheduleChanged(
        `This schedule was ${schedule.end_kind === "stopped" ? "ended" : "changed"} since. Pay it as a new payout.`,
      );
    const result = await createRunPayout(db, schedule, dueOn, person.member.id, newReference());
    const isRefused = result instanceof ApiError;
    await sql`
      update schedule_runs
      set state = ${isRefused ? "failed" : "created"}, code = ${isRefused ? result.code : null},
        reason = ${isRefused ? result.message : null}, payout_id = ${isRefused ? null : result.id},
        decided_at = ${now()}, decided_by = ${person.member.id}
      where series_id = ${named.series_id} and due_on = ${dueOn}::date
    `.execute(db);
    await publishChange(db, [person.tenantId], ["payouts", "wallet"]);
    await record(db, {
      act: "payout_schedule.retried",
      by: person,
      subject: { kind: "payout_schedule", id: schedule.id },
      after: { due_on: dueOn, ...(isRefused ? { error: result.code } : { payout: result.id }) },
    });
    return isRefused ? result : undefined;
  });
  if (error) throw error;
  wakeWorker();
}
const dayMs = 24 * 60 * 60 * 1000;
