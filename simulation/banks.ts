import { cashfreeChargePaise, utrOf } from "../apps/server/test/stand-ins/cashfree-books.ts";
import { openCashfree } from "../apps/server/test/stand-ins/cashfree.ts";
import { passingRefusals } from "../apps/server/test/provider-stand-ins.ts";
import type { Fault, StandInRequest } from "../apps/server/test/stand-ins/stand-in-server.ts";
import { fee } from "../apps/server/test/stand-ins/razorpayx-books.ts";
import { openRazorpayX } from "../apps/server/test/stand-ins/razorpayx.ts";
import type { SeededRandom } from "../apps/server/src/kernel/seeded-random.ts";
import type { BankName } from "./plan.ts";
import { openReceivingBank, type ReceivedTransfer } from "./receiving-bank.ts";

/** In each round of the banks; small, so that some repeats are refused before. */
const lateArrivalChance = 0.02;

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
  readonly balances: readonly BankBalance[];
}

/** What a provider held for us before and after the run. */
interface BankBalance {
  readonly bank: BankName;
  readonly openingPaise: number;
  readonly closingPaise: number;
}

/** A webhook that a bank has not delivered yet. */
export interface PendingWebhook {
  readonly bank: BankName;
  readonly subject: "payout" | "return" | "credit";
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
}

export interface TransferIn {
  readonly bank: BankName;
  /** The virtual account: our reference, and its number. */
  readonly account: { readonly reference: string; readonly number: string };
  readonly paise: number;
  readonly utr: string;
  readonly from: { readonly number: string; readonly ifsc: string; readonly name: string } | null;
}

const razorpayxOpeningPaise = 1_00_00_00_00_000_00;

/** Stand-ins of both providers and of the receiving bank, each with its own books. */
export async function openBanks(now: () => Date) {
  const razorpayx = await openRazorpayX({ now, balancePaise: razorpayxOpeningPaise });
  const cashfree = await openCashfree({ callsMax: 1_000_000 });
  const cashfreeOpeningPaise = Number(cashfree.books.balancePaise());
  const receiving = openReceivingBank(now);
  const credits: BankCredit[] = [];
  const pendingWebhooks: PendingWebhook[] = [];
  const standIns = { razorpayx, cashfree };
  let razorpayxEventsTaken = 0;
  let cashfreeEventsTaken = 0;

  return {
    receiving,
    baseUrls: { razorpayx: razorpayx.baseUrl, cashfree: cashfree.baseUrl },
    plan: (bank: BankName, fault: Fault, times: number) =>
      standIns[bank].planFault(fault, () => true, times),
    /** The network holds up the next send, and its repeats are refused for passing reasons. */
    planLateSend(bank: BankName): void {
      let reference: string | undefined;
      standIns[bank].planFault({ kind: "late", acts: false }, (request) => {
        if (!isSending(request)) return false;
        reference = referenceIn(request);
        return true;
      });
      for (const refusal of passingRefusals[bank]) {
        standIns[bank].planFault(
          refusal,
          (request) => isSending(request) && referenceIn(request) === reference,
        );
      }
    },
    async interrupt(bank: BankName, duration: Promise<unknown>): Promise<void> {
      await standIns[bank].down();
      await duration;
      await standIns[bank].up();
    },
    heal(): void {
      razorpayx.clearFaults();
      cashfree.clearFaults();
    },
    /** Drops the recorded requests, which would fill the memory in a long run. */
    clearRequests(): void {
      razorpayx.clearRequests();
      cashfree.clearRequests();
    },
    /** Moves some pending payouts one step on; without `random`, all of them. */
    async advance(random: SeededRandom | undefined): Promise<void> {
      if (random === undefined || random.chance(lateArrivalChance)) {
        await Promise.all([razorpayx.deliverLate(), cashfree.deliverLate()]);
      }
      if (random === undefined || random.chance(0.4)) razorpayx.settle();
      for (const { transferId, at, steps } of cashfree.books.all()) {
        if (at < steps.length - 1 && (random === undefined || random.chance(0.6)))
          cashfree.books.step(transferId);
      }
    },
    /** Lets the beneficiary's bank return a paid payout. @returns whether there was one. */
    returnPayout(nth: number): boolean {
      const paid = razorpayx.payouts().filter(({ status }) => status === "processed");
      const payout = paid[nth % Math.max(paid.length, 1)];
      if (payout?.reference == null) return false;
      razorpayx.step(payout.reference, "reversed", "beneficiary_bank_rejected");
      return true;
    },
    /** Finishes a pending payout with the outcome that super admins signed. */
    finishAsSigned(bank: BankName, reference: string, outcome: "paid" | "failed"): void {
      if (bank === "cashfree") cashfree.books.endUnpaid(reference);
      else
        razorpayx.step(reference, outcome === "paid" ? "processed" : "reversed", "bank_was_asked");
    },
    /** @returns whether the bank accepted the transfer. */
    transferIn({ bank, account, paise, utr, from }: TransferIn): boolean {
      if (bank === "razorpayx") {
        const sender = from && { account_number: from.number, ifsc: from.ifsc, name: from.name };
        const outcome = razorpayx.smartCollect.receive(account.number, {
          amount: paise,
          utr,
          from: sender,
        });
        if (outcome === "credited") credits.push({ bank, reference: utr, paise, utr });
        return outcome === "credited";
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
      pendingWebhooks.push({ bank, subject: "credit", ...event });
      return true;
    },
    /** Takes every new webhook, oldest first. */
    takePendingWebhooks(): PendingWebhook[] {
      for (const webhook of razorpayx.webhooks.slice(razorpayxEventsTaken)) {
        const isPayout = webhook.event.startsWith("payout.");
        const isReturn = webhook.event === "payout.reversed";
        const subject = isReturn ? "return" : isPayout ? "payout" : "credit";
        pendingWebhooks.push({ bank: "razorpayx", subject, ...razorpayx.sign(webhook) });
      }
      razorpayxEventsTaken = razorpayx.webhooks.length;
      const events = cashfree.books.events();
      for (const event of events.slice(cashfreeEventsTaken)) {
        const signedOutcomes = cashfree.sign(event, cashfree.account.signingSecret, now());
        const subject =
          "data" in event && statusIn(event.data) === "REVERSED" ? "return" : "payout";
        pendingWebhooks.push({ bank: "cashfree", subject, ...signedOutcomes });
      }
      cashfreeEventsTaken = events.length;
      return pendingWebhooks.splice(0);
    },
    books: (): BankBooks => ({
      transfers: [...razorpayxTransfers(), ...cashfreeTransfers()],
      credits: [...credits],
      received: receiving.books(),
      balances: [
        {
          bank: "razorpayx",
          openingPaise: razorpayxOpeningPaise,
          closingPaise: razorpayx.balancePaise(),
        },
        {
          bank: "cashfree",
          openingPaise: cashfreeOpeningPaise,
          closingPaise: Number(cashfree.books.balancePaise()),
        },
      ],
    }),
    async close(): Promise<void> {
      await Promise.all([razorpayx.close(), cashfree.close()]);
    },
  };

  function razorpayxTransfers(): BankTransfer[] {
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

  function cashfreeTransfers(): BankTransfer[] {
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
}

const isSending = ({ method, path }: StandInRequest) =>
  method === "POST" && /\/(payouts|transfers)$/.test(path);

function referenceIn({ body }: StandInRequest): string | undefined {
  return /"(?:reference_id|transfer_id)":"(\w+)"/.exec(body)?.[1];
}

function statusIn(data: unknown): unknown {
  return typeof data === "object" && data !== null && "status" in data ? data.status : undefined;
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
