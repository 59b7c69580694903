import type { Cashfree } from "../apps/server/test/stand-ins/cashfree.ts";
import { cashfreeChargePaise, utrOf } from "../apps/server/test/stand-ins/cashfree-books.ts";
import { fee } from "../apps/server/test/stand-ins/razorpayx-books.ts";
import type { RazorpayXStandIn } from "../apps/server/test/stand-ins/razorpayx.ts";
import type {
  AccountBalance,
  AccountCorrection,
  ReceivedTransfer,
  SentTransfer,
  TakenBackTransfer,
} from "./receiving-bank.ts";
import type { BankName } from "./simulation-event.ts";

/** A payout in the books of a bank. */
export interface BankTransfer {
  readonly bank: BankName;
  readonly reference: string;
  readonly paise: number;
  readonly to: string;
  readonly outcome: "paid" | "not paid" | "open";
  readonly timesPaid: number;
  /** What came back of a payment, in paise; all of it with the charge, a part without. */
  readonly returnedPaise: number;
  /** What the bank kept of a return as its charge: with it, all of the payment is accounted for. */
  readonly keptPaise: number;
  readonly utr: string | null;
  /** What the bank charged for a payment, and gave back with a return. */
  readonly chargePaise: number;
}

/** Money that a bank received for one of our virtual accounts. */
export interface BankCredit {
  readonly bank: BankName;
  readonly reference: string;
  readonly paise: number;
  readonly utr: string;
  /** The client whose virtual account it is, and the provider's id of the payment. */
  readonly tenant?: string;
  readonly paymentId?: string;
}

/** A credit that a provider took back, or a part of it. */
export interface BankChargeback {
  readonly bank: BankName;
  /** The provider's reference of the refund or dispute. */
  readonly reference: string;
  readonly utr: string;
  readonly paise: number;
}

/** A change of what a provider holds for us, beside payouts and top-ups. */
export interface ProviderCorrection {
  readonly bank: BankName;
  /** The id of the adjustment that is about it. */
  readonly adjustment: string;
  /** Negative when the provider took money. */
  readonly paise: number;
}

/** The books of all banks. */
export interface BankBooks {
  readonly transfers: readonly BankTransfer[];
  readonly credits: readonly BankCredit[];
  readonly chargebacks: readonly BankChargeback[];
  readonly received: readonly ReceivedTransfer[];
  readonly takenBack: readonly TakenBackTransfer[];
  readonly balances: readonly BankBalance[];
  /** Our own money that left the receiving accounts for a provider. */
  readonly sent: readonly SentTransfer[];
  readonly accounts: readonly AccountBalance[];
  /** Changes of receiving accounts and of our money with providers that people corrected. */
  readonly accountCorrections: readonly AccountCorrection[];
  readonly corrections: readonly ProviderCorrection[];
}

/** What a provider held for us before and after the run. */
interface BankBalance {
  readonly bank: BankName;
  readonly openingPaise: number;
  readonly closingPaise: number;
}

/** The payouts in RazorpayX's books. */
export function razorpayxTransfers(razorpayx: RazorpayXStandIn): BankTransfer[] {
  const times = new Map<string, number>();
  for (const key of razorpayx.paidKeys()) times.set(key, (times.get(key) ?? 0) + 1);
  return razorpayx.payouts().map(({ key, reference, amount, to, status, utr, returned }) => {
    const isWhole = returned === 0 && times.has(key) && status === "reversed";
    return {
      bank: "razorpayx",
      reference: reference ?? "",
      paise: amount,
      to,
      outcome: isPart(returned, amount) ? "paid" : (outcomeOfRazorpayX[status] ?? "open"),
      timesPaid: times.get(key) ?? 0,
      returnedPaise: isWhole ? amount : returned,
      keptPaise: 0,
      utr,
      chargePaise: fee.paise + fee.taxPaise,
    };
  });
}

/** The transfers in Cashfree's books. */
export function cashfreeTransfers(cashfree: Cashfree): BankTransfer[] {
  return cashfree.books.all().map((transfer) => {
    const { transferId, instrument, steps, at } = transfer;
    const [paise, returned] = [Number(transfer.paise), Number(transfer.returned)];
    const keptPaise = Number(transfer.kept);
    const status = steps[at]?.[0] ?? "";
    const wasPaid = steps.slice(0, at + 1).some(([step]) => step === "SUCCESS");
    return {
      bank: "cashfree",
      reference: transferId,
      paise,
      to: instrument["vpa"] ?? instrument["bank_account_number"] ?? "",
      outcome: isPart(returned + keptPaise, paise) ? "paid" : (outcomeOfCashfree[status] ?? "open"),
      timesPaid: wasPaid ? 1 : 0,
      returnedPaise: returned === 0 && wasPaid && status === "REVERSED" ? paise : returned,
      keptPaise,
      utr: wasPaid ? utrOf(transfer) : null,
      chargePaise: cashfreeChargePaise,
    };
  });
}

/** A payment stays paid while only a part of it is back. */
const isPart = (returned: number, paise: number) => returned > 0 && returned < paise;

const outcomeOfRazorpayX: Readonly<Record<string, BankTransfer["outcome"]>> = {
  processed: "paid",
  failed: "not paid",
  reversed: "not paid",
  cancelled: "not paid",
  rejected: "not paid",
};

const outcomeOfCashfree: Readonly<Record<string, BankTransfer["outcome"]>> = {
  SUCCESS: "paid",
  FAILED: "not paid",
  REJECTED: "not paid",
  REVERSED: "not paid",
};
