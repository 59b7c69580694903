import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { idParams } from "./fields.ts";
import { rejectionBody } from "./reviews.ts";

export const closeChargeback = defineCall({
  name: "closeChargeback",
  summary: "Mark a chargeback as handled outside Rokad, with the reason; no money moves",
  tag: "Adjustments",
  method: "POST",
  path: "/super-admin/chargebacks/{id}/close",
  who: "superadmin",
  stepUp: { unsigned: "Moves no money" },
  params: idParams,
  body: rejectionBody,
  answer: z.object({ success: z.literal(true), message: z.string() }),
  errors: ["ALREADY_DECIDED"],
});
