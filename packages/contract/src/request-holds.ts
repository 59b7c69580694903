import * as z from "zod/mini";
import { dataAnswer, defineCall } from "./call.ts";
import { requestHolds } from "./request-hold-state.ts";
import { inr } from "./samples.ts";

/** Calls about what payment requests hold before they are approved. */

const sample = { at_submission: true, count: 2, total: inr(15_00_011_80) } as const;

export const getRequestHolds = defineCall({
  name: "getRequestHolds",
  summary: "Whether payment requests hold money from their submission, and how much they hold",
  tag: "Payment requests",
  method: "GET",
  path: "/payment-request-holds",
  who: "tenant",
  needs: "view",
  changesWith: ["requests", "wallet"],
  answer: dataAnswer(requestHolds),
  example: { answer: { success: true, data: sample } },
});

export const setRequestHolds = defineCall({
  name: "setRequestHolds",
  summary: "Choose whether payment requests hold money from their submission",
  tag: "Payment requests",
  method: "PUT",
  path: "/payment-request-holds",
  who: "tenant",
  needs: "manage_policy",
  stepUp: { signs: "request" },
  idempotent: true,
  body: z.object({ at_submission: z.boolean({ error: "Choose on or off" }) }),
  answer: z.object({ success: z.literal(true), message: z.string(), data: requestHolds }),
  example: { request: { at_submission: true } },
});
