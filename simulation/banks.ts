import { openCashfree } from "../apps/server/test/stand-ins/cashfree.ts";
import { passingRefusals } from "../apps/server/test/provider-stand-ins.ts";
import type { Fault, StandInRequest } from "../apps/server/test/stand-ins/stand-in-server.ts";
import { openRazorpayX } from "../apps/server/test/stand-ins/razorpayx.ts";
import type { SeededRandom } from "../apps/server/src/kernel/seeded-random.ts";
import type { BankName, WrongAmount } from "./simulation-event.ts";
import {
  cashfreeTransfers,
  razorpayxTransfers,
  type BankBooks,
  type BankCredit,
  type ProviderCorrection,
} from "./bank-books.ts";
import type { ProposedCorrection } from "./client-records.ts";
import { openChargebacks } from "./chargebacks.ts";
import type { PendingWebhook } from "./pending-webhook.ts";
import { openReceivingBank } from "./receiving-bank.ts";
import { changeEvent, changeAnswer } from "./wrong-amounts.ts";

/** In each round of the banks; small, so that some repeats are refused before. */
const lateArrivalChance = 0.02;

export interface TransferIn {
  readonly bank: BankName;
  /** The client's id. */
  readonly tenant: string;
  /** The virtual account: our reference, and its number. */
  readonly account: { readonly reference: string; readonly number: string };
  readonly paise: number;
  readonly utr: string;
  readonly from: { readonly number: string; readonly ifsc: string; readonly name: string } | null;
}

/** What we have with RazorpayX before the first payout: within the limit of a transfer. */
const razorpayxOpeningPaise = 9_00_00_00_000_00;

export type Banks = Awaited<ReturnType<typeof openBanks>>;

/** Stand-ins of both providers and of the receiving bank, each with its own books. */
export async function openBanks(now: () => Date) {
  const razorpayx = await openRazorpayX({ now, balancePaise: razorpayxOpeningPaise });
  const cashfree = await openCashfree({ callsMax: 1_000_000 });
  const cashfreeOpeningPaise = Number(cashfree.books.balancePaise());
  const receiving = openReceivingBank(now);
  const credits: BankCredit[] = [];
  const corrections: ProviderCorrection[] = [];
  const pendingWebhooks: PendingWebhook[] = [];
  const standIns = { razorpayx, cashfree };
  const chargebacks = openChargebacks({ ...standIns, credits, pendingWebhooks, now });
  /** The payouts whose returns no webhook reports. */
  const silentReturns = new Set<string>();
  let razorpayxEventsTaken = 0;
  let cashfreeEventsTaken = 0;

  const signAsCashfree = (event: object) =>
    cashfree.sign(event, cashfree.account.signingSecret, now());
  const transfers = () => [...razorpayxTransfers(razorpayx), ...cashfreeTransfers(cashfree)];

  return {
    receiving,
    chargeBack: chargebacks.chargeBack,
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
    /** Another amount or currency in every answer about a payout until the duration ends. */
    async answerWrongly(bank: BankName, what: WrongAmount, duration: Promise<unknown>) {
      standIns[bank].changeAnswers((text) => changeAnswer(text, what));
      await duration;
      standIns[bank].changeAnswers(undefined);
    },
    heal(): void {
      razorpayx.clearFaults();
      cashfree.clearFaults();
      razorpayx.changeAnswers(undefined);
      cashfree.changeAnswers(undefined);
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
    /** What a bank paid for a reference, and what of it came back; undefined if none paid it. */
    paymentOf: (reference: string) =>
      transfers().find((one) => one.reference === reference && one.timesPaid > 0),
    /** Lets the beneficiary's bank send a part of a payment back, or all that is still out. */
    returnPart(bank: BankName, reference: string, paise: number): void {
      if (bank === "razorpayx") razorpayx.returnPart(reference, paise);
      else cashfree.books.returnPart(reference, BigInt(paise));
    },
    /** Lets Cashfree return a payment less its charge. */
    returnKeepingCharge: cashfree.books.returnKeepingCharge.bind(cashfree.books),
    /** Loses every webhook of a return of this payout. */
    loseReturnWebhooks: (reference: string): void => void silentReturns.add(reference),
    /** Finishes a pending payout with the outcome that super admins signed. */
    finishAsSigned(bank: BankName, reference: string, outcome: "paid" | "failed"): void {
      if (bank === "cashfree") cashfree.books.endUnpaid(reference);
      else
        razorpayx.step(reference, outcome === "paid" ? "processed" : "reversed", "bank_was_asked");
    },
    /** @returns whether the bank accepted the transfer. */
    transferIn({ bank, tenant, account, paise, utr, from }: TransferIn): boolean {
      if (bank === "razorpayx") {
        const sender = from && { account_number: from.number, ifsc: from.ifsc, name: from.name };
        const outcome = razorpayx.smartCollect.receive(account.number, {
          amount: paise,
          utr,
          from: sender,
        });
        if (outcome === "credited") credits.push({ bank, reference: utr, paise, utr, tenant });
        return outcome === "credited";
      }
      const paymentId = String(900_000 + credits.length);
      const credit = {
        cfPaymentId: paymentId,
        virtualAccountId: account.reference,
        rupees: paise / 100,
        utr,
        from: from && { account: from.number, ifsc: from.ifsc, name: from.name },
      };
      credits.push({ bank, reference: utr, paise, utr, tenant, paymentId });
      const sign = () => cashfree.creditEvent(credit, now());
      pendingWebhooks.push({ bank, subject: "credit", sign });
      return true;
    },
    /** Takes every new webhook, oldest first. */
    takePendingWebhooks(): PendingWebhook[] {
      for (const webhook of razorpayx.webhooks.slice(razorpayxEventsTaken)) {
        const isPayout = webhook.event.startsWith("payout.");
        const isReturn = webhook.event === "payout.reversed";
        const subject = isReturn ? "return" : isPayout ? "payout" : "credit";
        const wrong = { ...webhook, id: `${webhook.id}W`, body: changeEvent(webhook.body) };
        pendingWebhooks.push({
          bank: "razorpayx",
          subject,
          sign: () => razorpayx.sign(webhook),
          ...(isPayout && { signWrong: () => razorpayx.sign(wrong) }),
        });
      }
      razorpayxEventsTaken = razorpayx.webhooks.length;
      const events = cashfree.books.events();
      for (const event of events.slice(cashfreeEventsTaken)) {
        const subject =
          "data" in event && statusIn(event.data) === "REVERSED" ? "return" : "payout";
        const changed = JSON.parse(changeEvent(JSON.stringify(event))) as object;
        pendingWebhooks.push({
          bank: "cashfree",
          subject,
          sign: () => signAsCashfree(event),
          signWrong: () => signAsCashfree(changed),
        });
      }
      cashfreeEventsTaken = events.length;
      return pendingWebhooks.splice(0).filter(({ subject, sign }) => {
        const body = subject === "return" ? sign().rawBody.toString("utf8") : "";
        return ![...silentReturns].some((reference) => body.includes(reference));
      });
    },
    books: (): BankBooks => ({
      transfers: transfers(),
      credits: [...credits],
      chargebacks: chargebacks.books(),
      received: receiving.books(),
      sent: receiving.sent(),
      accounts: receiving.balances(),
      takenBack: receiving.takenBack(),
      accountCorrections: receiving.corrections(),
      corrections: [...corrections],
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
    /** What a correction of our books says about our accounts at the banks happens there too. */
    correct(correction: ProposedCorrection): void {
      const { id: adjustment, provider: bank, providerPaise: paise } = correction;
      receiving.correct(correction);
      if (bank === null) return;
      corrections.push({ bank, adjustment, paise });
      if (bank === "razorpayx") razorpayx.correctBalance(paise);
      else cashfree.books.correctBalance(BigInt(paise));
    },
    /** Money from one of our bank accounts reaches RazorpayX. */
    topUp: razorpayx.receiveTopUp,
    async close(): Promise<void> {
      await Promise.all([razorpayx.close(), cashfree.close()]);
    },
  };
}

const isSending = ({ method, path }: StandInRequest) =>
  method === "POST" && /\/(payouts|transfers)$/.test(path);

function referenceIn({ body }: StandInRequest): string | undefined {
  return /"(?:reference_id|transfer_id)":"(\w+)"/.exec(body)?.[1];
}

function statusIn(data: unknown): unknown {
  return typeof data === "object" && data !== null && "status" in data ? data.status : undefined;
}
