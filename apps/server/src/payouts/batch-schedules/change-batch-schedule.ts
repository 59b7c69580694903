import type { BatchScheduleAct, BatchScheduleForm } from "@rokad/contract/batch-schedules";
import type { AuditAct } from "@rokad/contract/audit";
import { sql } from "kysely";
import { transaction, type Db, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { ofTenants, type TenantChoice } from "../../database/tenant-choice.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { now } from "../../kernel/clock.ts";
import { tenantClosing } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import { batchChanged, readBatch } from "../batches/stored-batch.ts";
import { whilePaused } from "../schedules/pass-over.ts";
import { readRule } from "../schedules/read-form.ts";
import { nextColumns, skipPassed } from "../schedules/next-due-day.ts";
import { scheduleChanged } from "../schedules/stored-schedule.ts";
import {
  assertCan,
  decideDay,
  ended,
  nextDayOf,
  readBatchSchedule,
  updateBatchSchedule,
  type StoredBatchSchedule,
} from "./stored-batch-schedule.ts";

/**
 * Lets the rows of a batch come again. It authorises nothing: each batch is signed separately.
 * @returns its id.
 * @throws 400 for a rule without a due day in the future; 404; 409 `BATCH_CHANGED`, `TENANT_CLOSING`.
 */
export function createBatchSchedule(
  person: Tenant,
  batchId: string,
  { rule }: BatchScheduleForm,
  run: RunTransaction,
): Promise<{ id: string }> {
  const [next] = readRule(rule);
  const createdAt = now();
  const decided = skipPassed(rule, { decided_rule_day: null, decided_due_on: null }, createdAt);
  return run(async (db) => {
    await assertStarted(db, person, batchId);
    if ((await findClosing(db, [person.tenantId])).has(person.tenantId)) throw tenantClosing();
    const id = newId();
    await db
      .insertInto("batch_schedules")
      .values({
        id,
        tenant_id: person.tenantId,
        batch_id: batchId,
        maker_id: person.member.id,
        state: "active",
        rule: JSON.stringify(rule),
        created_at: createdAt,
        ...decided,
        ...nextColumns(next),
      })
      .execute();
    await publishChange(db, [person.tenantId], ["payouts"]);
    await record(db, {
      act: "batch_schedule.created",
      by: person,
      subject: { kind: "batch_schedule", id },
      after: { batch: batchId, rule },
    });
    return { id };
  });
}

/** Only rows that were signed or approved once come again. @throws 404; 409 `BATCH_CHANGED`. */
export async function assertStarted(db: Db, person: Tenant, batchId: string): Promise<void> {
  const { started_at: startedAt } = await readBatch(db, person.tenantId, batchId);
  if (!startedAt) throw batchChanged("Only a batch that was started can come again.");
}

/** Prepares nothing on the next due day. @throws 404; 409 `SCHEDULE_CHANGED`. */
export async function skipBatch(
  person: Tenant,
  id: string,
  { due_on: dueOn, reason }: { readonly due_on: string; readonly reason: string },
): Promise<void> {
  await change(person, id, { act: "skip", audited: "batch_schedule.skipped", reason }, skip);

  async function skip(db: Tx, schedule: StoredBatchSchedule) {
    const day = nextDayOf(schedule);
    if (day?.dueOn !== dueOn)
      throw scheduleChanged("Another day comes next by now. Check the schedule again.");
    await decideDay(db, schedule, day, { state: "skipped", reason, by: person.member.id });
  }
}

/** Passes over all due days until it is resumed. @throws 404; 409 `SCHEDULE_CHANGED`. */
export async function pauseBatchSchedule(person: Tenant, id: string): Promise<void> {
  await change(person, id, { act: "pause", audited: "batch_schedule.paused" }, (db) =>
    updateBatchSchedule(db, id, {
      state: "paused",
      pause_message: `Paused by ${person.member.name}.`,
      paused_at: now(),
    }),
  );
}

/**
 * Goes on with the next due day, in the name of who resumes it. The days that passed are recorded as
 * skipped.
 * @throws 404; 409 `SCHEDULE_CHANGED`.
 */
export async function resumeBatchSchedule(person: Tenant, id: string): Promise<void> {
  const facts = { act: "resume", audited: "batch_schedule.resumed" } as const;
  await change(person, id, facts, async (db, schedule) => {
    await updateBatchSchedule(db, id, {
      state: "active",
      maker_id: person.member.id,
      pause_message: null,
      paused_at: null,
    });
    await passOver(db, { ...schedule, state: "active" });
  });
}

/** From now on, prepares the rows of another batch. @throws 404; 409 `SCHEDULE_CHANGED`, `BATCH_CHANGED`. */
export async function changeRows(person: Tenant, id: string, batchId: string): Promise<void> {
  const facts = { act: "change_rows", audited: "batch_schedule.rows_changed" } as const;
  await change(person, id, { ...facts, after: { batch: batchId } }, async (db) => {
    await assertStarted(db, person, batchId);
    await updateBatchSchedule(db, id, { batch_id: batchId });
  });
}

/** Prepares no batch any more. @throws 404; 409 `SCHEDULE_CHANGED`. */
export async function endBatchSchedule(person: Tenant, id: string, reason: string): Promise<void> {
  const facts = { act: "end", audited: "batch_schedule.ended", reason } as const;
  await change(person, id, facts, (db) =>
    updateBatchSchedule(db, id, { ...ended, end_reason: reason, ended_at: now() }),
  );
}

/** Ends the schedules of these tenants, or of all. @returns how many. */
export function endBatchSchedulesOf(tenantIds: TenantChoice, reason: string): Promise<number> {
  return transaction(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable("batch_schedules")
      .set({
        ...ended,
        end_reason: reason,
        ended_at: now(),
      })
      .where("state", "<>", "ended")
      .where(ofTenants(tenantIds))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}

async function passOver(db: Tx, schedule: StoredBatchSchedule): Promise<void> {
  let current = schedule;
  for (;;) {
    const day = nextDayOf(current);
    if (!day || day.dueAt > now()) return;
    current = await decideDay(db, current, day, { state: "skipped", reason: whilePaused });
  }
}

interface Change {
  readonly act: BatchScheduleAct;
  readonly audited: AuditAct;
  readonly reason?: string;
  readonly after?: object;
}

/** Closes the race with a worker that prepares a batch: both lock the schedule. */
function change(
  person: Tenant,
  id: string,
  { act, audited, reason, after }: Change,
  work: (db: Tx, schedule: StoredBatchSchedule) => Promise<void>,
): Promise<void> {
  return transaction(async (db) => {
    const schedule = await readBatchSchedule(db, person.tenantId, id, sql`for update`);
    assertCan(schedule, act);
    await work(db, schedule);
    await publishChange(db, [person.tenantId], ["payouts"]);
    await record(db, {
      act: audited,
      by: person,
      subject: { kind: "batch_schedule", id },
      reason,
      after: act === "skip" ? { due_on: schedule.next_due_on } : after,
    });
  });
}
