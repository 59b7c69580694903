import type { AuditAct } from "@rokad/contract/audit";
import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { ofTenants, type TenantChoice } from "../../database/tenant-choice.ts";
import { record } from "../../identity/audit/record.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { now } from "../../kernel/clock.ts";
import type { Tenant } from "../../kernel/person.ts";
import { decideDueDay, notPaused } from "./next-due-day.ts";
import { passOver, whilePaused } from "./pass-over.ts";
import { hasSignedCharges, insertRun, nextRunOf } from "./schedule-run.ts";
import { assertDestinationPayable } from "./start-schedule.ts";
import {
  assertCan,
  lockSchedule,
  scheduleChanged,
  updateSchedule,
  type StoredSchedule,
} from "./stored-schedule.ts";

/**
 * Passes over the next due day. Closes the race with a worker that pays it: both lock the schedule.
 * @throws 404; 409 `SCHEDULE_CHANGED` if another due day comes next.
 */
export async function skipRun(
  person: Tenant,
  id: string,
  { due_on: dueOn, reason }: { readonly due_on: string; readonly reason: string },
): Promise<void> {
  await change(person, id, "skip", "payout_schedule.skipped", reason, async (db, schedule) => {
    const run = nextRunOf(schedule);
    if (run?.dueOn !== dueOn)
      throw scheduleChanged("Another day comes next by now. Check the schedule again.");
    await insertRun(db, schedule, run, {
      state: "skipped",
      reason,
      by: person.member.id,
    });
    await decideDueDay(db, schedule, run);
  });
}

/** Passes over all due days until it is resumed. @throws 404; 409 `SCHEDULE_CHANGED`. */
export async function pauseSchedule(person: Tenant, id: string): Promise<void> {
  await change(person, id, "pause", "payout_schedule.paused", undefined, (db) =>
    updateSchedule(db, id, {
      state: "paused",
      pause_code: "PAUSED",
      pause_message: `Paused by ${person.member.name}.`,
      paused_at: now(),
    }),
  );
}

/**
 * Goes on with the next due day. Those that passed meanwhile are recorded as skipped: a pause pays
 * nothing afterwards.
 * @throws 404; 409 `SCHEDULE_CHANGED`, `BENEFICIARY_NOT_PAYABLE`.
 */
export async function resumeSchedule(person: Tenant, id: string): Promise<void> {
  await change(person, id, "resume", "payout_schedule.resumed", undefined, async (db, schedule) => {
    await assertDestinationPayable(db, schedule);
    if (!hasSignedCharges(schedule, await readSettings()))
      throw scheduleChanged("The fee or GST changed. Change the schedule and sign it again.");
    await updateSchedule(db, id, { state: "active", ...notPaused });
    await passOver(db, schedule, whilePaused);
  });
}

/**
 * Ends a schedule with the changes to it that wait, or discards one change.
 * @throws 404; 409 `SCHEDULE_CHANGED`.
 */
export async function endSchedule(person: Tenant, id: string, reason: string): Promise<void> {
  await change(
    person,
    id,
    "end",
    "payout_schedule.ended",
    reason,
    async (db, schedule, versions) => {
      if (isProposal(schedule)) return discard(db, id, reason);
      const isPaused = schedule.state === "paused";
      await passOver(db, schedule, isPaused ? whilePaused : "The schedule was ended first.");
      await updateSchedule(db, id, {
        ...over,
        end_kind: "stopped",
        end_reason: reason,
        ended_at: now(),
      });
      // Approved later, it would pay again.
      for (const proposal of versions.filter(isProposal)) await discard(db, proposal.id, reason);
    },
  );
}

const isProposal = ({ state }: StoredSchedule) =>
  state === "draft" || state === "awaiting_approval";

const discard = (db: Tx, id: string, reason: string) =>
  updateSchedule(db, id, {
    ...over,
    end_kind: "discarded",
    end_reason: reason,
    ended_at: now(),
  });

const over = {
  state: "ended",
  ...notPaused,
  next_rule_day: null,
  next_due_on: null,
  next_due_at: null,
  next_is_known: null,
} as const;

/** Ends what is not ended of the schedules of these tenants, or of all. @returns how many. */
export function endSchedulesOf(tenantIds: TenantChoice, reason: string): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<{ id: string }>`
      select id from payout_schedules where state <> 'ended' and ${ofTenants(tenantIds)} order by id for update
    `.execute(db);
    for (const { id } of rows)
      await updateSchedule(db, id, {
        ...over,
        end_kind: "stopped",
        end_reason: reason,
        ended_at: now(),
      });
    return rows.length;
  });
}

type Act = "skip" | "pause" | "resume" | "end";

function change(
  person: Tenant,
  id: string,
  act: Act,
  audited: AuditAct,
  reason: string | undefined,
  work: (db: Tx, schedule: StoredSchedule, versions: readonly StoredSchedule[]) => Promise<void>,
): Promise<void> {
  return transaction(async (db) => {
    const { schedule, versions } = await lockSchedule(db, person.tenantId, id);
    assertCan(schedule, act);
    await work(db, schedule, versions);
    // A schedule that is ended may have waited for approval.
    await publishChange(db, [person.tenantId], ["payouts", "requests"]);
    await record(db, {
      act: audited,
      by: person,
      subject: { kind: "payout_schedule", id },
      reason,
      ...(act === "skip" && { after: { due_on: schedule.next_due_on } }),
    });
  });
}
