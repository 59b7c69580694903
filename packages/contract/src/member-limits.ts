import * as z from "zod/mini";
import { dataAnswer, defineCall, money } from "./call.ts";
import { id, idParams } from "./fields.ts";
import { rupees } from "./form-fields.ts";
import { limits } from "./limits.ts";

/** Null: no limit. What the person approves or sends counts, without charges. */
const memberLimits = z
  .object({
    id,
    name: z.string(),
    per_payout: z.nullable(money),
    per_day: z.nullable(money),
    /**
     * What the person approved or sent today in India, and what of theirs waits for funds. Refused
     * and returned payouts stay counted.
     */
    used_today: money,
  })
  .register(z.globalRegistry, { id: "MemberLimits" });
export type MemberLimits = z.output<typeof memberLimits>;

const limitAmount = z.nullable(
  rupees({
    required: "Enter an amount, or leave it blank for no limit",
    min: [limits.payoutPaiseMin, "The limit must be at least ₹1"],
    max: [limits.fundTransferPaiseMax, "The limit must not exceed ₹10,00,00,00,000"],
  }),
);

export const listMemberLimits = defineCall({
  name: "listMemberLimits",
  summary: "The payout limits of each active person, and what they used today",
  tag: "Approvals",
  method: "GET",
  path: "/member-limits",
  who: "tenant",
  needs: "view",
  changesWith: ["requests"],
  answer: dataAnswer(z.array(memberLimits)),
});

/** The limits of a person that an owner sets. */
export const memberLimitsForm = z.object({
  /** In rupees; null: no limit. */
  per_payout: limitAmount,
  per_day: limitAmount,
});

export const setMemberLimits = defineCall({
  name: "setMemberLimits",
  summary: "Set how much a person can approve or send per payout and per day",
  tag: "Approvals",
  method: "PUT",
  path: "/member-limits/{id}",
  who: "tenant",
  needs: "manage_policy",
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: memberLimitsForm,
  answer: z.object({ success: z.literal(true), message: z.string(), data: memberLimits }),
  errors: ["SECOND_OWNER_NEEDED", "CONFIRMER_TOO_NEW"],
  example: { request: { per_payout: 50_000, per_day: 2_00_000 } },
});
