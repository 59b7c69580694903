import * as z from "zod/mini";
import { defineCall, instant, messageAnswer, money } from "./call.ts";
import { id, idName, idParams } from "./fields.ts";
import { rejectionBody } from "./reviews.ts";

/** A chargeback that a person has to decide. */
export const openChargeback = z
  .object({
    id,
    provider: z.string(),
    /** The provider's reference of the refund or dispute. */
    reference: z.string(),
    amount: money,
    credited: money,
    tenant: z.nullable(idName),
    deposit_id: z.nullable(id),
    utr_reference: z.nullable(z.string()),
    /** Why it was not posted automatically. */
    why: z.string(),
    created_at: instant(),
  })
  .register(z.globalRegistry, { id: "OpenChargeback" });
export type OpenChargeback = z.output<typeof openChargeback>;

export const closeChargeback = defineCall({
  name: "closeChargeback",
  summary: "Mark a chargeback as handled outside Rokad, with the reason; no money moves",
  tag: "Adjustments",
  method: "POST",
  path: "/super-admin/chargebacks/{id}/close",
  who: "superadmin",
  needs: "finance",
  stepUp: { unsigned: "Moves no money" },
  params: idParams,
  body: rejectionBody,
  answer: messageAnswer,
  errors: ["ALREADY_DECIDED"],
});
