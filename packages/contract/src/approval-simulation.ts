import * as z from "zod/mini";
import { approvingRoles, bandsForm, beneficiaryAges, payoutSources } from "./approval-policies.ts";
import { dataAnswer, defineCall } from "./call.ts";
import { id, idName } from "./fields.ts";
import { rupees } from "./form-fields.ts";
import { limits } from "./limits.ts";

const person = idName;

/** A payout, or a batch with its total, to simulate, by the policy in force or by these bands. */
export const simulationForm = z.object({
  /** Bands that are not saved yet; without them, the policy in force. */
  bands: z.optional(bandsForm),
  amount: rupees({
    required: "Amount is required",
    min: [limits.payoutPaiseMin, "Amount must be at least ₹1"],
    max: [limits.batchTotalPaiseMax, "Amount must not exceed ₹25,00,00,00,000"],
  }),
  method: z.enum(["upi", "imps"], { error: "Choose UPI or IMPS" }),
  source: z.enum(payoutSources),
  beneficiary: z.enum(beneficiaryAges),
  /** Who would prepare it; the caller if absent. */
  maker: z.optional(id),
});

export const simulateApproval = defineCall({
  name: "simulateApproval",
  summary: "Which band a payout would have, and who could approve it today; changes nothing",
  tag: "Approvals",
  method: "POST",
  path: "/approval-policy/simulate",
  who: "tenant",
  needs: "view",
  body: simulationForm,
  answer: dataAnswer(
    z.object({
      /** The position of the band, from 0; null without a policy. */
      band: z.nullable(z.int()),
      steps: z.array(
        z.object({
          approvals: z.int(),
          roles: z.array(z.enum(approvingRoles)),
          /** The active people other than the maker who could approve this step. */
          approvers: z.array(person),
        }),
      ),
      /** Why nobody could complete it today; null if the steps can be met. */
      problem: z.nullable(z.string()),
      /** `Needs 1 approval by Asha Rao or Ravi Sharma, then 1 by Meera Iyer`. */
      sentence: z.string(),
    }),
  ),
  example: {
    request: { amount: 4_50_000, method: "imps", source: "console", beneficiary: "new" },
    answer: {
      success: true,
      data: {
        band: 2,
        steps: [
          {
            approvals: 1,
            roles: ["approver"],
            approvers: [{ id: "01994c50-1c1a-7b0e-8c55-0d3c5a0b7e01", name: "Meera Iyer" }],
          },
        ],
        problem: null,
        sentence: "Needs 1 approval by Meera Iyer",
      },
    },
  },
});
