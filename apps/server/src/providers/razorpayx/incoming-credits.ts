import { z } from "zod";
import { createThrottle } from "../../kernel/throttle.ts";
import type { CreditProblem, FindKnownCredits, IncomingCredit } from "../virtual-accounts.ts";
import { readFromRazorpayX, sweepCallsPerSecond, type RazorpayX } from "./call-razorpayx.ts";
import { pageSize, secondsOf } from "./list-payouts.ts";
import { readAs } from "./read-payout.ts";

const payment = z.object({
  id: z.string().regex(/^pay_\w{1,40}$/),
  amount: z.int().positive(),
  currency: z.string(),
  status: z.string(),
  method: z.string(),
  amount_refunded: z.int().nullish(),
  /** The amount in rupees of a payment in another currency. */
  base_amount: z.int().positive().nullish(),
  base_currency: z.string().nullish(),
  created_at: z.int().positive(),
});
type Payment = z.infer<typeof payment>;

const payments = z.object({ items: z.array(payment) });

const virtualAccountEntity = z.object({ id: z.string().min(1) });

const bankTransferEntity = z.object({
  payment_id: z.string(),
  amount: z.int().positive(),
  bank_reference: z.string().nullish(),
  virtual_account_id: z.string(),
  payer_bank_account: z
    .object({ account_number: z.string(), ifsc: z.string(), name: z.string().nullish() })
    .nullish(),
});

/** What an event says beside the payment. */
interface Transfer {
  readonly bankTransfer: unknown;
  /** The virtual account's entity; present in events only. */
  readonly virtualAccount?: unknown;
}

/**
 * Parses a credit from an event or from two calls. A payment by another method, in another currency,
 * or partly refunded is a credit with a problem.
 * @returns undefined for a payment that is not captured or has no rupees left.
 * @throws when payment and bank transfer do not belong together, or the rupee amount is unknown.
 */
export function creditOf(
  paymentJson: unknown,
  { bankTransfer: transferJson, virtualAccount }: Transfer,
): IncomingCredit | undefined {
  const received = readAs(payment, paymentJson);
  if (!isCredit(received)) return undefined;
  const amountPaise = rupeePaise(received);
  if (amountPaise === undefined) throw new Error("A credit has no amount in rupees");
  const problem = problemOf(received);
  const common = {
    creditReference: received.id,
    amountPaise,
    ...(problem && { problem }),
    at: new Date(received.created_at * 1_000),
  };
  if (received.method !== bankTransferMethod) {
    const { id } = readAs(virtualAccountEntity, virtualAccount);
    return { ...common, virtualAccount: id, utr: null, sender: null };
  }
  const transfer = readAs(bankTransferEntity, transferJson);
  if (transfer.payment_id !== received.id || transfer.amount !== received.amount) {
    throw new Error("RazorpayX's bank transfer does not belong to this payment");
  }
  const sender = transfer.payer_bank_account;
  const utr = transfer.bank_reference?.toUpperCase() ?? "";
  return {
    ...common,
    virtualAccount: transfer.virtual_account_id,
    utr: /^[A-Z0-9]{12,22}$/.test(utr) ? utr : null,
    sender: sender
      ? {
          accountNumber: sender.account_number,
          ifscCode: sender.ifsc.toUpperCase(),
          name: sender.name ?? null,
        }
      : null,
  };
}

const bankTransferMethod = "bank_transfer";

/** A payment that was refunded completely leaves no money with us. */
function isCredit({ status, amount, amount_refunded: refunded }: Payment): boolean {
  return status === "captured" && (refunded ?? 0) < amount;
}

function problemOf({
  currency,
  method,
  amount_refunded: refunded,
}: Payment): CreditProblem | undefined {
  if (currency !== "INR") return "other_currency";
  // Before the method: who decides a refund must know that the amount lacks it already.
  if ((refunded ?? 0) > 0) return "partly_refunded";
  return method === bankTransferMethod ? undefined : "other_method";
}

/** What is left of a payment, in paise; undefined when its rupee amount is unknown. */
function rupeePaise(received: Payment): bigint | undefined {
  const { currency, amount, amount_refunded: refunded } = received;
  if (currency === "INR") return BigInt(amount - (refunded ?? 0));
  const { base_amount: base, base_currency: baseCurrency } = received;
  return base && baseCurrency === "INR" ? BigInt(base) : undefined;
}

interface CreditPeriod {
  readonly from: Date;
  readonly before: Date;
  readonly findKnown: FindKnownCredits;
}

/**
 * The new credits of a period, one by one: from the list of payments and each payment's bank transfer,
 * because the list does not name the virtual account. Payments by another method come by webhook
 * only: the list does not separate those of virtual accounts from other products' payments.
 */
export async function* creditPages(
  to: RazorpayX,
  { from, before, findKnown }: CreditPeriod,
): AsyncIterable<readonly IncomingCredit[]> {
  const throttle = createThrottle(sweepCallsPerSecond);
  for (let skip = 0; ; skip += pageSize) {
    await throttle();
    const json = await readFromRazorpayX(to, {
      method: "GET",
      path: "/payments",
      query: { ...secondsOf(from, before), count: pageSize, skip },
    });
    const { items } = readAs(payments, json);
    const listed = items.filter(isListedCredit);
    const known = await findKnown(listed.map(({ id }) => id));
    for (const each of listed) {
      if (known.has(each.id)) continue;
      await throttle();
      const path = `/payments/${encodeURIComponent(each.id)}/bank_transfer`;
      const bankTransfer = await readFromRazorpayX(to, { method: "GET", path });
      const credit = creditOf(each, { bankTransfer });
      // At once: a later call that fails must not lose it.
      if (credit) yield [credit];
    }
    if (items.length < pageSize) return;
  }
}

function isListedCredit(each: Payment): boolean {
  return isCredit(each) && each.method === bankTransferMethod && rupeePaise(each) !== undefined;
}
