import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { idParams } from "./fields.ts";
import { contentHash } from "./payment-requests.ts";
import {
  batchAnswer,
  batchReason,
  batchStart,
  batchStartErrors,
  batchStartExample,
  forBatches,
} from "./payout-batches.ts";

export const submitPayoutBatch = defineCall({
  ...forBatches,
  name: "submitPayoutBatch",
  summary: "Submit a draft to those whom the policy asks; the last approval runs it",
  method: "POST",
  path: "/payout-batches/{id}/submit",
  scopes: ["payouts:request"],
  needs: "prepare",
  params: idParams,
  body: batchStart,
  answer: batchAnswer,
  errors: [...batchStartErrors, "POLICY_NOT_SATISFIABLE"],
  example: batchStartExample,
});

export const approvePayoutBatch = defineCall({
  ...forBatches,
  name: "approvePayoutBatch",
  summary: "Approve a batch with a signature; the last approval runs it",
  method: "POST",
  path: "/payout-batches/{id}/approve",
  needs: "approve",
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: z.object({ content_hash: contentHash }),
  answer: batchAnswer,
  errors: [
    "BATCH_CHANGED",
    "OWN_REQUEST",
    "NOT_AN_APPROVER",
    "ALREADY_APPROVED",
    "PERSON_LIMIT_EXCEEDED",
    "TENANT_CLOSING",
    "SETTING_UNREADABLE",
  ],
});

export const rejectPayoutBatch = defineCall({
  ...forBatches,
  name: "rejectPayoutBatch",
  summary: "Send a batch back to be corrected, as someone who can approve it",
  method: "POST",
  path: "/payout-batches/{id}/reject",
  needs: "approve",
  params: idParams,
  body: z.object({ content_hash: contentHash, reason: batchReason }),
  answer: batchAnswer,
  errors: ["BATCH_CHANGED", "NOT_AN_APPROVER"],
  example: { request: { content_hash: "6f1c".repeat(16), reason: "Line 12 is already paid" } },
});

export const withdrawPayoutBatch = defineCall({
  ...forBatches,
  name: "withdrawPayoutBatch",
  summary: "Take a submitted batch back as a draft, as someone who prepared it",
  method: "POST",
  path: "/payout-batches/{id}/withdraw",
  scopes: ["payouts:request"],
  needs: "prepare",
  params: idParams,
  answer: batchAnswer,
  errors: ["BATCH_CHANGED"],
});
