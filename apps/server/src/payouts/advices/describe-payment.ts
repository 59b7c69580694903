import { displayPayoutField } from "@rokad/contract/payout-fields";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { maskEnd, rupees } from "../../kernel/money.ts";
import type { Payment } from "./read-payment.ts";

type Fact = readonly [name: string, value: string];

/** `21/11/2026 14:05 IST`. */
const at = (time: Date) => `${dateTimeInIndia(time).slice(0, -":00".length)} IST`;

/** What became of the payment, in a word and in a sentence. It never claims money that came back. */
export function describeOutcome(payment: Payment): { word: string; sentence: string } {
  const { payer, payee, outcome, amountPaise, returnedPaise, paidAt, returnedAt } = payment;
  const paidOn = paidAt ? ` on ${at(paidAt)}` : "";
  const backOn = returnedAt ? ` on ${at(returnedAt)}` : "";
  switch (outcome) {
    case "paid":
      return { word: "Paid", sentence: `${payer} paid ${payee}${paidOn}.` };
    case "partly":
      return {
        word: "Partly returned",
        sentence: `${rupees(returnedPaise)} went back to ${payer}${backOn}. ${rupees(amountPaise - returnedPaise)} stays paid.`,
      };
    case "back":
      return {
        word: "Returned, not paid",
        sentence: `The bank sent it back to ${payer}${backOn}. Ask ${payer} to pay again.`,
      };
    case "unpaid":
      return { word: "Not paid", sentence: `This payment by ${payer} is not paid.` };
  }
}

/** The facts of a payment that were given, in their order, without the payer's charges. */
export function paymentFacts(payment: Payment): Fact[] {
  const { method, ifsc, bank, utr, paidAt, purpose, remarks } = payment;
  const account = maskEnd(payment.accountEnd);
  const facts: (readonly [name: string, value: string | null])[] = [
    ["Paid by", payment.payer],
    ["Paid to", payment.payee],
    [method === "upi" ? "UPI ID" : "Account", account],
    ["Bank", bank ?? ifsc],
    ["Method", method.toUpperCase()],
    ["Date", paidAt && at(paidAt)],
    ["UTR", utr],
    ["Reference", payment.reference],
    ["Purpose", displayPayoutField("purpose", purpose)],
    ["Remarks", remarks],
  ];
  return facts.filter((fact): fact is Fact => Boolean(fact[1]));
}
