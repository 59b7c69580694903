import * as z from "zod/mini";
import { dataAnswer, defineCall } from "./call.ts";
import { id, idParams } from "./fields.ts";
import { text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { sampleIds } from "./samples.ts";

/** What a payout of the sandbox can be given. `returned`: it is paid, and comes back whole. */
export const sandboxOutcomes = ["success", "failed", "returned"] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];

export const sandboxOutcomeForm = z
  .object({
    status: z.enum(sandboxOutcomes, { error: "Choose success, failed or returned" }),
    /** Why the bank refuses it or sends it back. Without it, the sandbox names a reason. */
    reason: z.optional(
      text({
        required: "Enter a reason, or leave it out",
        max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
      }),
    ),
  })
  .check(
    z.refine(({ status, reason }) => status !== "success" || reason === undefined, {
      path: ["reason"],
      error: "A success has no reason",
    }),
  );
export type SandboxOutcomeForm = z.output<typeof sandboxOutcomeForm>;

export const chooseSandboxOutcome = defineCall({
  name: "chooseSandboxOutcome",
  summary:
    "Choose how a payout of the sandbox ends, as a bank reports it; absent if the sandbox is not allowed",
  tag: "Sandbox",
  method: "POST",
  path: "/sandbox/payouts/{id}/outcome",
  who: "tenant",
  needs: "integrate",
  scopes: ["payouts:send"],
  params: idParams,
  body: sandboxOutcomeForm,
  idempotent: true,
  answer: z.extend(
    dataAnswer(
      z.object({
        id,
        reference_id: z.string(),
        outcome: z.enum(sandboxOutcomes),
        /** Null for a success. */
        reason: z.nullable(z.string()),
      }),
    ),
    { message: z.string() },
  ),
  errors: ["OUTCOME_NOT_CHOOSABLE", "PAYOUT_BEING_SENT"],
  example: {
    request: { status: "failed", reason: "The account is frozen" },
    answer: {
      success: true,
      message: "The sandbox reports this outcome",
      data: {
        id: sampleIds.payout,
        reference_id: "RKA2EM233TB1T94JS",
        outcome: "failed",
        reason: "The account is frozen",
      },
    },
  },
});
