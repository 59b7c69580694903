import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { idParams } from "./fields.ts";
import {
  forSchedules,
  scheduleAnswer,
  scheduleContent,
  scheduleReason,
} from "./payout-schedules.ts";

export const submitSchedule = defineCall({
  ...forSchedules,
  name: "submitSchedule",
  summary: "Submit a schedule to those whom the policy asks; the last approval starts it",
  method: "POST",
  path: "/payout-schedules/{id}/submit",
  needs: "prepare",
  feature: "create_payout",
  params: idParams,
  body: scheduleContent,
  answer: scheduleAnswer,
  errors: [
    "SCHEDULE_CHANGED",
    "BENEFICIARY_NOT_PAYABLE",
    "POLICY_NOT_SATISFIABLE",
    "TENANT_CLOSING",
    "SETTING_UNREADABLE",
  ],
});

export const approveSchedule = defineCall({
  ...forSchedules,
  name: "approveSchedule",
  summary: "Approve a schedule with a signature; the last approval starts it",
  method: "POST",
  path: "/payout-schedules/{id}/approve",
  needs: "approve",
  feature: "create_payout",
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: scheduleContent,
  answer: scheduleAnswer,
  errors: [
    "SCHEDULE_CHANGED",
    "BENEFICIARY_NOT_PAYABLE",
    "OWN_REQUEST",
    "NOT_AN_APPROVER",
    "ALREADY_APPROVED",
    "PERSON_LIMIT_EXCEEDED",
    "TENANT_CLOSING",
    "SETTING_UNREADABLE",
  ],
});

export const rejectSchedule = defineCall({
  ...forSchedules,
  name: "rejectSchedule",
  summary: "Send a schedule back to be changed, as someone who can approve it",
  method: "POST",
  path: "/payout-schedules/{id}/reject",
  needs: "approve",
  params: idParams,
  body: z.extend(scheduleContent, { reason: scheduleReason }),
  answer: scheduleAnswer,
  errors: ["SCHEDULE_CHANGED", "NOT_AN_APPROVER"],
  example: { request: { content_hash: "6f1c".repeat(16), reason: "The rent is ₹24,000" } },
});

export const withdrawSchedule = defineCall({
  ...forSchedules,
  name: "withdrawSchedule",
  summary: "Take a submitted schedule back as a draft",
  method: "POST",
  path: "/payout-schedules/{id}/withdraw",
  needs: "prepare",
  params: idParams,
  answer: scheduleAnswer,
  errors: ["SCHEDULE_CHANGED"],
});
