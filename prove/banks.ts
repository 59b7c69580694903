import { openCashfree } from "../apps/server/test/stand-ins/cashfree.ts";
import type { Fault } from "../apps/server/test/stand-ins/far-side.ts";
import { openRazorpayX } from "../apps/server/test/stand-ins/razorpayx.ts";
import type { Dice } from "./dice.ts";
import type { BankName } from "./plan.ts";
import { openReceivingBank, type Received } from "./receiving-bank.ts";

/** A transfer as the bank's own books have it. */
export interface BankTransfer {
  readonly bank: BankName;
  readonly reference: string;
  readonly paise: number;
  readonly to: string;
  readonly ended: "paid" | "not paid" | "open";
  readonly timesPaid: number;
}

/** Money that the bank took in for one of our virtual accounts. */
export interface BankCredit {
  readonly bank: BankName;
  readonly reference: string;
  readonly paise: number;
  readonly utr: string;
}

/** Everything that the banks know, by their own books. */
export interface BankBooks {
  readonly transfers: readonly BankTransfer[];
  readonly credits: readonly BankCredit[];
  readonly received: readonly Received[];
}

/** A call of our webhook door that a bank has still to make. */
export interface Telling {
  readonly bank: BankName;
  readonly about: "payout" | "return" | "credit";
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
}

export interface TransferIn {
  readonly bank: BankName;
  /** Our reference of the virtual account there, and its number. */
  readonly account: { readonly reference: string; readonly number: string };
  readonly paise: number;
  readonly utr: string;
  readonly from: { readonly number: string; readonly ifsc: string; readonly name: string } | null;
}

/** Both providers' far sides, with money enough and books of their own. */
export async function openBanks(now: () => Date) {
  const razorpayx = await openRazorpayX({ now, balancePaise: 1_00_00_00_00_000_00 });
  const cashfree = await openCashfree({ callsMax: 1_000_000 });
  const receiving = openReceivingBank(now);
  const credits: BankCredit[] = [];
  const toTell: Telling[] = [];
  const far = { razorpayx, cashfree };
  let toldByRazorpayX = 0;
  let toldByCashfree = 0;

  return {
    receiving,
    baseUrls: { razorpayx: razorpayx.baseUrl, cashfree: cashfree.baseUrl },
    plan: (bank: BankName, fault: Fault, times: number) => far[bank].plan(fault, () => true, times),
    async away(bank: BankName, ms: Promise<unknown>): Promise<void> {
      await far[bank].down();
      await ms;
      await far[bank].up();
    },
    heal(): void {
      razorpayx.heal();
      cashfree.heal();
    },
    /** What was asked of them is forgotten now and then: a night's requests would fill the memory. */
    forget(): void {
      razorpayx.forget();
      cashfree.forget();
    },
    /** Some, or all, of what is under way comes nearer to its end. */
    work(dice: Dice | undefined): void {
      if (dice === undefined || dice.chance(40)) razorpayx.settle();
      for (const { transferId, at, steps } of cashfree.books.all()) {
        if (at < steps.length - 1 && (dice === undefined || dice.chance(60)))
          cashfree.books.step(transferId);
      }
    },
    /** The beneficiary's bank sends a paid one back, some time later. */
    sendBack(nth: number): boolean {
      const paid = razorpayx.payouts().filter(({ status }) => status === "processed");
      const one = paid[nth % Math.max(paid.length, 1)];
      if (one?.reference == null) return false;
      razorpayx.step(one.reference, "reversed", "beneficiary_bank_rejected");
      return true;
    },
    /** What never ends by itself ends as people have signed that it did. */
    endAsSigned(bank: BankName, reference: string, outcome: "paid" | "failed"): void {
      if (bank === "cashfree") cashfree.books.endUnpaid(reference);
      else
        razorpayx.step(reference, outcome === "paid" ? "processed" : "reversed", "bank_was_asked");
    },
    /** @returns whether the bank let it in. */
    transferIn({ bank, account, paise, utr, from }: TransferIn): boolean {
      if (bank === "razorpayx") {
        const sender = from && { account_number: from.number, ifsc: from.ifsc, name: from.name };
        const how = razorpayx.smartCollect.receive(account.number, {
          amount: paise,
          utr,
          from: sender,
        });
        if (how === "credited") credits.push({ bank, reference: utr, paise, utr });
        return how === "credited";
      }
      const cfPaymentId = String(900_000 + credits.length);
      const event = cashfree.creditEvent({
        cfPaymentId,
        virtualAccountId: account.reference,
        rupees: paise / 100,
        utr,
        from: from && { account: from.number, ifsc: from.ifsc, name: from.name },
      });
      credits.push({ bank, reference: utr, paise, utr });
      toTell.push({ bank, about: "credit", ...event });
      return true;
    },
    /** Takes every webhook that is due to be told, oldest first. */
    takeTellings(): Telling[] {
      for (const told of razorpayx.told.slice(toldByRazorpayX)) {
        const isPayout = told.event.startsWith("payout.");
        const isReturn = told.event === "payout.reversed";
        const about = isReturn ? "return" : isPayout ? "payout" : "credit";
        toTell.push({ bank: "razorpayx", about, ...razorpayx.sign(told) });
      }
      toldByRazorpayX = razorpayx.told.length;
      const events = cashfree.books.events();
      for (const event of events.slice(toldByCashfree)) {
        const signed = cashfree.sign(event, cashfree.account.signingSecret, now());
        const about = "data" in event && statusIn(event.data) === "REVERSED" ? "return" : "payout";
        toTell.push({ bank: "cashfree", about, ...signed });
      }
      toldByCashfree = events.length;
      return toTell.splice(0);
    },
    books: (): BankBooks => ({
      transfers: [...razorpayxTransfers(), ...cashfreeTransfers()],
      credits: [...credits],
      received: receiving.books(),
    }),
    async close(): Promise<void> {
      await Promise.all([razorpayx.close(), cashfree.close()]);
    },
  };

  function razorpayxTransfers(): BankTransfer[] {
    const times = new Map<string, number>();
    for (const key of razorpayx.paidKeys()) times.set(key, (times.get(key) ?? 0) + 1);
    return razorpayx.payouts().map(({ key, reference, amount, to, status }) => ({
      bank: "razorpayx",
      reference: reference ?? "",
      paise: amount,
      to,
      ended: endOfRazorpayX[status] ?? "open",
      timesPaid: times.get(key) ?? 0,
    }));
  }

  function cashfreeTransfers(): BankTransfer[] {
    return cashfree.books.all().map(({ transferId, paise, instrument, steps, at }) => {
      const status = steps[at]?.[0] ?? "";
      const wasPaid = steps.slice(0, at + 1).some(([step]) => step === "SUCCESS");
      return {
        bank: "cashfree",
        reference: transferId,
        paise: Number(paise),
        to: instrument["vpa"] ?? instrument["bank_account_number"] ?? "",
        ended: endOfCashfree[status] ?? "open",
        timesPaid: wasPaid ? 1 : 0,
      };
    });
  }
}

function statusIn(data: unknown): unknown {
  return typeof data === "object" && data !== null && "status" in data ? data.status : undefined;
}

const endOfRazorpayX: Readonly<Record<string, BankTransfer["ended"]>> = {
  processed: "paid",
  failed: "not paid",
  reversed: "not paid",
  cancelled: "not paid",
  rejected: "not paid",
};

const endOfCashfree: Readonly<Record<string, BankTransfer["ended"]>> = {
  SUCCESS: "paid",
  FAILED: "not paid",
  REJECTED: "not paid",
  REVERSED: "not paid",
};
