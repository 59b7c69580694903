import type { Cashfree } from "../apps/server/test/stand-ins/cashfree.ts";
import { cashfreeChargePaise, utrOf } from "../apps/server/test/stand-ins/cashfree-books.ts";
import { fee } from "../apps/server/test/stand-ins/razorpayx-books.ts";
import type { RazorpayXStandIn } from "../apps/server/test/stand-ins/razorpayx.ts";
import type { ReceivedTransfer, TakenBackTransfer } from "./receiving-bank.ts";
import type { BankName } from "./simulation-event.ts";

/** A payout in the books of a bank. */
export interface BankTransfer {
  readonly bank: BankName;
  readonly reference: string;
  readonly paise: number;
  readonly to: string;
  readonly outcome: "paid" | "not paid" | "open";
  readonly timesPaid: number;
  /** Whether the money of a payment came back. */
  readonly isReturned: boolean;
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
}

/** The books of all banks. */
export interface BankBooks {
  readonly transfers: readonly BankTransfer[];
  readonly credits: readonly BankCredit[];
  readonly received: readonly ReceivedTransfer[];
  readonly takenBack: readonly TakenBackTransfer[];
  readonly balances: readonly BankBalance[];
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
  return razorpayx.payouts().map(({ key, reference, amount, to, status, utr }) => ({
    bank: "razorpayx",
    reference: reference ?? "",
    paise: amount,
    to,
    outcome: outcomeOfRazorpayX[status] ?? "open",
    timesPaid: times.get(key) ?? 0,
    isReturned: times.has(key) && status === "reversed",
    utr,
    chargePaise: fee.paise + fee.taxPaise,
  }));
}

/** The transfers in Cashfree's books. */
export function cashfreeTransfers(cashfree: Cashfree): BankTransfer[] {
  return cashfree.books.all().map((transfer) => {
    const { transferId, paise, instrument, steps, at } = transfer;
    const status = steps[at]?.[0] ?? "";
    const wasPaid = steps.slice(0, at + 1).some(([step]) => step === "SUCCESS");
    return {
      bank: "cashfree",
      reference: transferId,
      paise: Number(paise),
      to: instrument["vpa"] ?? instrument["bank_account_number"] ?? "",
      outcome: outcomeOfCashfree[status] ?? "open",
      timesPaid: wasPaid ? 1 : 0,
      isReturned: wasPaid && status === "REVERSED",
      utr: wasPaid ? utrOf(transfer) : null,
      chargePaise: cashfreeChargePaise,
    };
  });
}

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
