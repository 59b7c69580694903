import * as z from "zod/mini";
import { dataAnswer, defineCall, money, pageAnswer } from "./call.ts";
import { day, id, idParams, limit, page } from "./fields.ts";
import { text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { contentHash } from "./payment-requests.ts";
import { payoutFieldInputs } from "./payout-fields.ts";
import { payoutAmount } from "./payout-form.ts";
import { dueDay, payoutSchedule, payoutScheduleDetail, scheduleRun } from "./payout-schedule.ts";
import { scheduleRule } from "./schedule-rule.ts";
import { scheduleViews } from "./schedule-states.ts";

export const forSchedules = { tag: "Schedules", who: "tenant" } as const;

/** All but the rule, of which a form knows the kind. */
export const payoutOfSchedule = z.object({
  destination_id: z.string({ error: "Choose a beneficiary" }).check(z.uuid("Choose a beneficiary")),
  amount: payoutAmount,
  purpose: payoutFieldInputs.purpose,
  remarks: payoutFieldInputs.remarks,
});

const scheduleForm = z.extend(payoutOfSchedule, { rule: scheduleRule });
export type ScheduleForm = z.output<typeof scheduleForm>;

const formExample = {
  request: {
    destination_id: "01890a5d-ac96-774b-bcce-b302099a8057",
    amount: 25000,
    purpose: "salary",
    remarks: "Salary",
    rule: {
      repeats: "monthly",
      starts_on: "2026-12-01",
      hour: 16,
      every: 1,
      day: "last",
      on_holiday: "before",
      ends_on: "2027-03-31",
    },
  },
};

export const scheduleAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: payoutScheduleDetail,
});
export const scheduleContent = z.object({ content_hash: contentHash });
export const scheduleReason = text({
  required: "A reason is required",
  max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
  isMultiline: true,
});
const formErrors = [
  "BENEFICIARY_NOT_PAYABLE",
  "AMOUNT_ABOVE_CAP",
  "NO_PROVIDER",
  "SETTING_UNREADABLE",
] as const;

export const previewSchedule = defineCall({
  ...forSchedules,
  name: "previewSchedule",
  summary: "The next due days and the cost of a schedule; stores nothing",
  method: "POST",
  path: "/payout-schedules/preview",
  needs: "prepare",
  feature: "create_payout",
  body: scheduleForm,
  answer: dataAnswer(
    z.object({
      rule_text: z.string(),
      /** At most five. */
      days: z.array(dueDay),
      /** Its last due day; null without an end, or where the end is far. */
      last_on: z.nullable(day),
      amount: money,
      txn_fee: money,
      gst_amount: money,
      total: money,
      /** The years whose bank holidays are not known and matter for these days. */
      holidays_missing: z.array(z.int()),
      needs_approval: z.boolean(),
      /** Another schedule that pays this amount to this account; null if there is none. */
      same_as: z.nullable(z.object({ id, rule_text: z.string() })),
    }),
  ),
  errors: formErrors,
  example: formExample,
});

export const createSchedule = defineCall({
  ...forSchedules,
  name: "createSchedule",
  summary: "Propose a schedule; it pays nothing before it is signed or approved",
  method: "POST",
  path: "/payout-schedules",
  needs: "prepare",
  feature: "create_payout",
  idempotent: true,
  body: scheduleForm,
  answer: scheduleAnswer,
  status: 201,
  errors: [...formErrors, "TENANT_CLOSING"],
  example: formExample,
});

export const changeSchedule = defineCall({
  ...forSchedules,
  name: "changeSchedule",
  summary: "Propose a new version; until it is signed or approved, the one before goes on",
  method: "POST",
  path: "/payout-schedules/{id}/change",
  needs: "prepare",
  feature: "create_payout",
  idempotent: true,
  params: idParams,
  body: scheduleForm,
  answer: scheduleAnswer,
  status: 201,
  errors: [...formErrors, "TENANT_CLOSING", "SCHEDULE_CHANGED"],
  example: formExample,
});

export const listSchedules = defineCall({
  ...forSchedules,
  name: "listSchedules",
  summary: "Schedules, those that are due next first",
  method: "GET",
  path: "/payout-schedules",
  needs: "view",
  changesWith: ["payouts", "beneficiaries"],
  query: z.object({
    view: z._default(z.enum(scheduleViews, { error: "Choose open, ended or all" }), "open"),
    page: page(),
    limit: limit(limits.historyPageRows),
  }),
  answer: pageAnswer(payoutSchedule),
});

export const getSchedule = defineCall({
  ...forSchedules,
  name: "getSchedule",
  summary: "One version of a schedule with its next due days",
  method: "GET",
  path: "/payout-schedules/{id}",
  needs: "view",
  changesWith: ["payouts", "beneficiaries"],
  params: idParams,
  answer: dataAnswer(payoutScheduleDetail),
});

export const listScheduleRuns = defineCall({
  ...forSchedules,
  name: "listScheduleRuns",
  summary: "What became of the due days of all versions, newest first",
  method: "GET",
  path: "/payout-schedules/{id}/runs",
  needs: "view",
  changesWith: ["payouts"],
  params: idParams,
  query: z.object({ page: page(), limit: limit(limits.historyPageRows) }),
  answer: pageAnswer(scheduleRun),
});

export const downloadScheduleRuns = defineCall({
  ...forSchedules,
  name: "downloadScheduleRuns",
  summary: "The runs of all versions as CSV, with reference, UTR and reason",
  method: "GET",
  path: "/payout-schedules/{id}/file",
  needs: "view",
  params: idParams,
  answer: "csv",
  errors: ["EXPORTS_BUSY"],
});

export const startSchedule = defineCall({
  ...forSchedules,
  name: "startSchedule",
  summary: "Start a schedule with one signature, where the policy asks no approval",
  method: "POST",
  path: "/payout-schedules/{id}/start",
  needs: "pay",
  feature: "create_payout",
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: scheduleContent,
  answer: scheduleAnswer,
  errors: [
    "SCHEDULE_CHANGED",
    "BENEFICIARY_NOT_PAYABLE",
    "ACCOUNT_INACTIVE",
    "APPROVAL_REQUIRED",
    "PAYOUTS_LOCKED",
    "PERSON_LIMIT_EXCEEDED",
    "TENANT_CLOSING",
    "SETTING_UNREADABLE",
  ],
});

export const skipScheduleRun = defineCall({
  ...forSchedules,
  name: "skipScheduleRun",
  summary: "Pass over the next due day",
  method: "POST",
  path: "/payout-schedules/{id}/skip",
  needs: "prepare",
  params: idParams,
  /** The next due day as the person saw it. */
  body: z.object({ due_on: day, reason: scheduleReason }),
  answer: scheduleAnswer,
  errors: ["SCHEDULE_CHANGED"],
  example: { request: { due_on: "2026-12-31", reason: "Paid in advance" } },
});

export const pauseSchedule = defineCall({
  ...forSchedules,
  name: "pauseSchedule",
  summary: "Pass over all due days until it is resumed",
  method: "POST",
  path: "/payout-schedules/{id}/pause",
  needs: "prepare",
  params: idParams,
  answer: scheduleAnswer,
  errors: ["SCHEDULE_CHANGED"],
});

export const resumeSchedule = defineCall({
  ...forSchedules,
  name: "resumeSchedule",
  summary: "Go on with the next due day; those in between are passed over",
  method: "POST",
  path: "/payout-schedules/{id}/resume",
  needs: "pay",
  params: idParams,
  answer: scheduleAnswer,
  errors: ["SCHEDULE_CHANGED", "BENEFICIARY_NOT_PAYABLE", "SETTING_UNREADABLE"],
});

export const endSchedule = defineCall({
  ...forSchedules,
  name: "endSchedule",
  summary: "End a schedule, or discard a proposal; payouts that exist go on",
  method: "POST",
  path: "/payout-schedules/{id}/end",
  needs: "prepare",
  params: idParams,
  body: z.object({ reason: scheduleReason }),
  answer: scheduleAnswer,
  errors: ["SCHEDULE_CHANGED"],
  example: { request: { reason: "The lease ended" } },
});

export const retryScheduleRun = defineCall({
  ...forSchedules,
  name: "retryScheduleRun",
  summary: "Pay a run that failed or was missed, exactly as it was signed",
  method: "POST",
  path: "/payout-schedules/{id}/runs/{due_on}/retry",
  needs: "pay",
  feature: "create_payout",
  params: z.object({ id, due_on: day }),
  answer: dataAnswer(scheduleRun),
  errors: [
    "SCHEDULE_CHANGED",
    "BENEFICIARY_NOT_PAYABLE",
    "ACCOUNT_INACTIVE",
    "AMOUNT_ABOVE_CAP",
    "APPROVAL_REQUIRED",
    "INSUFFICIENT_BALANCE",
    "NO_PROVIDER",
    "PAYOUTS_LOCKED",
    "PERSON_LIMIT_EXCEEDED",
    "REPEAT_REASON_REQUIRED",
    "TENANT_CLOSING",
    "SETTING_UNREADABLE",
  ],
});
