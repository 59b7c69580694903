import { z } from "zod";
import type { IncomingCredit } from "../virtual-accounts.ts";
import { readFromRazorpayX, type RazorpayX } from "./call-razorpayx.ts";
import { pageSize, secondsOf } from "./list-payouts.ts";
import { readAs } from "./read-payout.ts";

const payment = z.object({
  id: z.string().regex(/^pay_\w{1,40}$/),
  amount: z.int().positive(),
  currency: z.string(),
  status: z.string(),
  method: z.string(),
  amount_refunded: z.int().nullish(),
  created_at: z.int().positive(),
});
type Payment = z.infer<typeof payment>;

const payments = z.object({ items: z.array(payment) });

const bankTransfer = z.object({
  payment_id: z.string(),
  amount: z.int().positive(),
  bank_reference: z.string().nullish(),
  virtual_account_id: z.string(),
  payer_bank_account: z
    .object({ account_number: z.string(), ifsc: z.string(), name: z.string().nullish() })
    .nullish(),
});

/**
 * Parses a credit from an event or from two calls; undefined for a payment by another method, not
 * captured, or refunded.
 * @throws when payment and bank transfer do not belong together.
 */
export function creditOf(paymentJson: unknown, transferJson: unknown): IncomingCredit | undefined {
  const received = readAs(payment, paymentJson);
  if (!isCredit(received)) return undefined;
  const transfer = readAs(bankTransfer, transferJson);
  if (transfer.payment_id !== received.id || transfer.amount !== received.amount) {
    throw new Error("RazorpayX's bank transfer does not belong to this payment");
  }
  const sender = transfer.payer_bank_account;
  const utr = transfer.bank_reference?.toUpperCase() ?? "";
  return {
    creditReference: received.id,
    virtualAccount: transfer.virtual_account_id,
    amountPaise: BigInt(received.amount),
    utr: /^[A-Z0-9]{12,22}$/.test(utr) ? utr : null,
    sender: sender
      ? {
          accountNumber: sender.account_number,
          ifscCode: sender.ifsc.toUpperCase(),
          name: sender.name ?? null,
        }
      : null,
    at: new Date(received.created_at * 1_000),
  };
}

function isCredit({ method, status, currency, amount_refunded }: Payment): boolean {
  return (
    method === "bank_transfer" &&
    status === "captured" &&
    currency === "INR" &&
    (amount_refunded ?? 0) === 0
  );
}

/**
 * The credits of a period, in pages: from the list of payments and each payment's bank transfer,
 * because the list does not name the virtual account.
 */
export async function* creditPages(
  to: RazorpayX,
  from: Date,
  before: Date,
): AsyncIterable<readonly IncomingCredit[]> {
  for (let skip = 0; ; skip += pageSize) {
    const json = await readFromRazorpayX(to, {
      method: "GET",
      path: "/payments",
      query: { ...secondsOf(from, before), count: pageSize, skip },
    });
    const { items } = readAs(payments, json);
    const credits: IncomingCredit[] = [];
    // One at a time: RazorpayX allows only 5 to 10 calls a second.
    for (const each of items.filter(isCredit)) {
      const path = `/payments/${encodeURIComponent(each.id)}/bank_transfer`;
      const credit = creditOf(each, await readFromRazorpayX(to, { method: "GET", path }));
      if (credit) credits.push(credit);
    }
    if (credits.length > 0) yield credits;
    if (items.length < pageSize) return;
  }
}
