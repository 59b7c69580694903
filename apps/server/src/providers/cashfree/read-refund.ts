import * as z from "zod";
import type { Chargeback } from "../virtual-accounts.ts";
import { paiseOf } from "./rupees.ts";

const id = z.union([z.string().min(1), z.number()]).transform(String);
const refundEvent = z.object({
  refund: z.object({
    cf_refund_id: id,
    cf_payment_id: id,
    refund_amount: z.unknown().optional(),
    refund_currency: z.string().nullish(),
    refund_status: z.string(),
  }),
});

/** Whether an event is about a refund of a payment, as `REFUND_STATUS_WEBHOOK`. */
export function isRefund(data: unknown): boolean {
  return z.object({ refund: z.unknown() }).safeParse(data).data?.refund !== undefined;
}

/**
 * Parses a refund. Refunds are also made of payments that are no credits of ours; those have no known
 * credit.
 * @returns undefined for a refund that did not succeed.
 * @throws when the event is not as Cashfree documents `REFUND_STATUS_WEBHOOK`.
 */
export function readRefund(data: unknown): Chargeback | undefined {
  const refund = refundEvent.safeParse(data).data?.refund;
  if (!refund) throw new Error("A refund does not have the documented format");
  if (refund.refund_status !== "SUCCESS") return undefined;
  const amountPaise = paiseOf(refund.refund_amount);
  if (!amountPaise || (refund.refund_currency ?? "INR") !== "INR") {
    throw new Error("A refund has no amount in rupees");
  }
  return {
    reference: refund.cf_refund_id,
    creditReference: refund.cf_payment_id,
    amountPaise,
  };
}
