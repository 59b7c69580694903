import * as z from "zod";
import type { IncomingCredit } from "../virtual-accounts.ts";
import { paiseOf } from "./rupees.ts";

const vbaTransfer = z.object({
  payment: z.object({
    cf_payment_id: z.union([z.string().min(1), z.number()]).transform(String),
    payment_status: z.string(),
    payment_currency: z.string().nullish(),
    payment_amount: z.unknown().optional(),
    payment_time: z.string(),
    payment_method: z.object({
      vba_transfer: z.object({
        utr: z.string().nullish(),
        remitter_account: z.string().nullish(),
        remitter_name: z.string().nullish(),
        remitter_ifsc: z.string().nullish(),
        vaccount_id: z.string().min(1),
      }),
    }),
  }),
});
const anyVbaTransfer = z.object({
  payment: z.object({ payment_method: z.object({ vba_transfer: z.unknown().optional() }) }),
});

/** Whether a payment arrived on a virtual account; other payments are ignored. */
export function isVbaTransfer(data: unknown): boolean {
  return anyVbaTransfer.safeParse(data).data?.payment.payment_method.vba_transfer !== undefined;
}

/**
 * Parses a credit of a virtual account; undefined for a payment that did not succeed.
 * @throws when the event is not as Cashfree documents `PAYMENT_SUCCESS_WEBHOOK`.
 */
export function readCredit(data: unknown): IncomingCredit | undefined {
  const payment = vbaTransfer.safeParse(data).data?.payment;
  if (!payment) throw new Error("A credit does not have the documented format");
  if (payment.payment_status !== "SUCCESS") return undefined;
  const amountPaise = paiseOf(payment.payment_amount);
  const at = new Date(payment.payment_time);
  const isInRupees = (payment.payment_currency ?? "INR") === "INR";
  if (amountPaise === undefined || !isInRupees || Number.isNaN(at.getTime())) {
    throw new Error("A credit has no amount in rupees or no time");
  }
  const from = payment.payment_method.vba_transfer;
  const utr = from.utr?.trim().toUpperCase() ?? "";
  return {
    creditReference: payment.cf_payment_id,
    virtualAccount: from.vaccount_id,
    amountPaise,
    utr: /^[A-Z0-9]{12,22}$/.test(utr) ? utr : null,
    sender: from.remitter_account
      ? {
          accountNumber: from.remitter_account,
          ifscCode: from.remitter_ifsc?.toUpperCase() ?? "",
          name: from.remitter_name ?? null,
        }
      : null,
    at,
  };
}
