import type { Cashfree } from "../apps/server/test/stand-ins/cashfree.ts";
import type { RazorpayXStandIn } from "../apps/server/test/stand-ins/razorpayx.ts";
import type { BankChargeback, BankCredit } from "./bank-books.ts";
import type { PendingWebhook } from "./pending-webhook.ts";
import type { SimulationEvent } from "./simulation-event.ts";

interface Providers {
  readonly razorpayx: RazorpayXStandIn;
  readonly cashfree: Cashfree;
  /** What they received for virtual accounts. */
  readonly credits: readonly BankCredit[];
  readonly pendingWebhooks: PendingWebhook[];
  readonly now: () => Date;
}

type Chargeback = Pick<Extract<SimulationEvent, { kind: "chargeback" }>, "nth" | "how" | "percent">;

/** The credits on virtual accounts that the providers took back, in their own books. */
export function openChargebacks(providers: Providers) {
  const { razorpayx, cashfree, credits, pendingWebhooks, now } = providers;
  const books: BankChargeback[] = [];

  return {
    books: (): BankChargeback[] => [...books],
    /**
     * Takes a credit back, or a part of what is left of it, with a signed webhook. RazorpayX's refunds
     * are whole: its list of payments names a partly refunded one by what is left.
     * @param except a client whose credits stay.
     * @returns whether there was one.
     */
    chargeBack({ nth, how, percent }: Chargeback, except: string): boolean {
      const open = credits.filter((credit) => credit.tenant !== except && leftOf(credit) > 0);
      const credit = open[nth % Math.max(open.length, 1)];
      if (!credit) return false;
      const { bank, utr } = credit;
      const left = leftOf(credit);
      const isWhole = percent === 100 || (bank === "razorpayx" && how === "refund");
      const paise = isWhole ? left : Math.max(1, Math.floor((left * percent) / 100));
      if (bank === "razorpayx") {
        const isUntouched = left === credit.paise;
        const reference = razorpayx.smartCollect.takeBack(
          utr,
          paise,
          isUntouched ? how : "dispute",
        );
        books.push({ bank, reference, utr, paise });
        return true;
      }
      const reference = String(800_000 + books.length);
      const cfPaymentId = credit.paymentId ?? "";
      const refund = { cfRefundId: reference, cfPaymentId, rupees: paise / 100 };
      const sign = () => cashfree.refundEvent(refund, now());
      pendingWebhooks.push({ bank, subject: "credit", sign });
      books.push({ bank, reference, utr, paise });
      return true;
    },
  };

  function leftOf({ utr, paise }: BankCredit): number {
    const taken = books.filter((one) => one.utr === utr);
    return taken.reduce((left, one) => left - one.paise, paise);
  }
}
