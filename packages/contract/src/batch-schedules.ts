import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, money, pageAnswer } from "./call.ts";
import { batchStates } from "./batch-states.ts";
import { day, id, idName, idParams, limit, page } from "./fields.ts";
import { limits } from "./limits.ts";
import { dueDay } from "./payout-schedule.ts";
import { scheduleReason } from "./payout-schedules.ts";
import { scheduleRule } from "./schedule-rule.ts";
import { scheduleViews } from "./schedule-states.ts";

/*
 * Batches that come again: on each due day a draft of the same rows is prepared. Each batch is signed
 * or approved separately, so a schedule of batches authorises nothing.
 */

/**
 * - `active`: prepares a batch on its due days.
 * - `paused`: passes over its due days.
 * - `ended`: prepares nothing any more.
 */
export const batchScheduleStates = ["active", "paused", "ended"] as const;
export type BatchScheduleState = (typeof batchScheduleStates)[number];

export const batchScheduleActs = ["skip", "pause", "resume", "end", "change_rows"] as const;
export type BatchScheduleAct = (typeof batchScheduleActs)[number];

/** The acts of each state; every other one is refused. */
export const batchScheduleActsIn: Readonly<
  Record<BatchScheduleState, readonly BatchScheduleAct[]>
> = {
  active: ["skip", "pause", "end", "change_rows"],
  paused: ["resume", "end", "change_rows"],
  ended: [],
};

/** What became of a due day: a batch, nothing because it could not be prepared, or it was skipped. */
export const batchScheduleRunStates = ["prepared", "failed", "skipped"] as const;
export type BatchScheduleRunState = (typeof batchScheduleRunStates)[number];

const person = idName;

export const batchSchedule = z
  .object({
    id,
    state: z.enum(batchScheduleStates),
    created_at: instant(),
    /** In whose name the batches are prepared: this person approves none of them. */
    maker: person,
    /** Whose rows each batch has. */
    batch: z.object({ id, file_name: z.string(), rows: count(), amount: money }),
    rule: scheduleRule,
    /** The rule in words. */
    rule_text: z.string(),
    /** Null once it prepares nothing any more. */
    next: z.nullable(dueDay),
    /** What became of the last due day. */
    last_run: z.nullable(
      z.object({
        due_on: day,
        state: z.enum(batchScheduleRunStates),
        /** Why there is no batch; null if there is one. */
        reason: z.nullable(z.string()),
        batch: z.nullable(z.object({ id, state: z.enum(batchStates) })),
      }),
    ),
    /** Who paused it, or why the product did. */
    pause: z.nullable(z.object({ message: z.string(), at: instant() })),
    end: z.nullable(z.object({ reason: z.nullable(z.string()), at: instant() })),
    /** What the caller can do with it now. */
    can: z.array(z.enum(batchScheduleActs)),
  })
  .register(z.globalRegistry, { id: "BatchSchedule" });
export type BatchSchedule = z.output<typeof batchSchedule>;

const forBatchSchedules = { tag: "Schedules", who: "tenant" } as const;
const byPreparers = {
  ...forBatchSchedules,
  method: "POST",
  needs: "prepare",
  feature: "bulk_payouts",
  params: idParams,
} as const;
const answered = z.object({ success: z.literal(true), message: z.string(), data: batchSchedule });
const ruleForm = z.object({ rule: scheduleRule });
export type BatchScheduleForm = z.output<typeof ruleForm>;
const ruleExample = {
  request: {
    rule: {
      repeats: "monthly",
      starts_on: "2026-12-01",
      hour: 10,
      every: 1,
      day: "last",
      on_holiday: "before",
    },
  },
};

export const previewBatchSchedule = defineCall({
  ...byPreparers,
  name: "previewBatchSchedule",
  summary: "The next due days on which a batch would be prepared again; stores nothing",
  path: "/payout-batches/{id}/schedule/preview",
  body: ruleForm,
  answer: dataAnswer(
    z.object({
      rule_text: z.string(),
      /** At most five. */
      days: z.array(dueDay),
      /** The years whose bank holidays are not known and matter for these days. */
      holidays_missing: z.array(z.int()),
    }),
  ),
  errors: ["BATCH_CHANGED"],
  example: ruleExample,
});

export const createBatchSchedule = defineCall({
  ...byPreparers,
  name: "createBatchSchedule",
  summary: "Prepare the rows of a batch again on due days; each batch is signed separately",
  path: "/payout-batches/{id}/schedule",
  idempotent: true,
  body: ruleForm,
  answer: answered,
  status: 201,
  errors: ["BATCH_CHANGED", "TENANT_CLOSING"],
  example: ruleExample,
});

export const listBatchSchedules = defineCall({
  ...forBatchSchedules,
  name: "listBatchSchedules",
  summary: "Schedules of batches, those that are due next first",
  method: "GET",
  path: "/batch-schedules",
  needs: "view",
  feature: "bulk_payouts",
  changesWith: ["payouts"],
  query: z.object({
    view: z._default(z.enum(scheduleViews, { error: "Choose open, ended or all" }), "open"),
    page: page(),
    limit: limit(limits.historyPageRows),
  }),
  answer: pageAnswer(batchSchedule),
});

export const skipBatchSchedule = defineCall({
  ...byPreparers,
  name: "skipBatchSchedule",
  summary: "Prepare no batch on the next due day",
  path: "/batch-schedules/{id}/skip",
  /** The next due day as the person saw it. */
  body: z.object({ due_on: day, reason: scheduleReason }),
  answer: answered,
  errors: ["SCHEDULE_CHANGED"],
  example: { request: { due_on: "2026-12-31", reason: "Paid in advance" } },
});

export const pauseBatchSchedule = defineCall({
  ...byPreparers,
  name: "pauseBatchSchedule",
  summary: "Pass over all due days until it is resumed",
  path: "/batch-schedules/{id}/pause",
  answer: answered,
  errors: ["SCHEDULE_CHANGED"],
});

export const resumeBatchSchedule = defineCall({
  ...byPreparers,
  name: "resumeBatchSchedule",
  summary: "Go on with the next due day, in the name of the caller",
  path: "/batch-schedules/{id}/resume",
  answer: answered,
  errors: ["SCHEDULE_CHANGED"],
});

export const changeScheduledRows = defineCall({
  ...byPreparers,
  name: "changeScheduledRows",
  summary: "From now on, prepare the rows of another batch",
  path: "/batch-schedules/{id}/rows",
  body: z.object({
    batch_id: z.string({ error: "Choose a batch" }).check(z.uuid("Choose a batch")),
  }),
  answer: answered,
  errors: ["SCHEDULE_CHANGED", "BATCH_CHANGED"],
  example: { request: { batch_id: "01890a5d-ac96-774b-bcce-b302099a8057" } },
});

export const endBatchSchedule = defineCall({
  ...byPreparers,
  name: "endBatchSchedule",
  summary: "Prepare no batch any more; batches that exist stay",
  path: "/batch-schedules/{id}/end",
  body: z.object({ reason: scheduleReason }),
  answer: answered,
  errors: ["SCHEDULE_CHANGED"],
  example: { request: { reason: "The project is over" } },
});
