import { z } from "zod";
import type { Chargeback } from "../virtual-accounts.ts";
import { readAs } from "./read-payout.ts";

const refund = z.object({
  id: z.string().regex(/^rfnd_\w{1,40}$/),
  payment_id: z.string().min(1),
  amount: z.int().positive(),
  currency: z.string(),
  status: z.string(),
});

const dispute = z.object({
  id: z.string().regex(/^disp_\w{1,40}$/),
  payment_id: z.string().min(1),
  amount_deducted: z.int().nonnegative(),
  currency: z.string(),
  status: z.string(),
});

/**
 * Parses the refund of `refund.processed`. Refunds are also made of payments that are no credits of
 * ours; those have no known credit.
 * @returns undefined unless it is a processed refund in rupees.
 */
export function readRefund(entity: unknown): Chargeback | undefined {
  const { id, payment_id: payment, amount, currency, status } = readAs(refund, entity);
  if (status !== "processed" || currency !== "INR") return undefined;
  return { reference: id, creditReference: payment, amountPaise: BigInt(amount) };
}

/**
 * Parses the dispute of `payment.dispute.lost`: RazorpayX deducts `amount_deducted` from the balance.
 * @returns undefined unless it is lost and something was deducted in rupees.
 */
export function readLostDispute(entity: unknown): Chargeback | undefined {
  const { id, payment_id: payment, ...rest } = readAs(dispute, entity);
  if (rest.status !== "lost" || rest.amount_deducted === 0 || rest.currency !== "INR") {
    return undefined;
  }
  return { reference: id, creditReference: payment, amountPaise: BigInt(rest.amount_deducted) };
}
