import { limits } from "@rokad/contract/limits";
import { writeEmail, type WrittenEmail } from "../../identity/email/write-email.ts";
import { rupees } from "../../kernel/money.ts";
import { describeOutcome, paymentFacts } from "./describe-payment.ts";
import type { Payment } from "./read-payment.ts";

/** Of beneficiaries, whose own language nobody knows. */
const language = "en";

/** The e-mail with the link. @param page with the token, which nothing else has. */
export function writeAdvice(payment: Payment, page: string): Promise<WrittenEmail> {
  const { payer, amountPaise } = payment;
  const draft = {
    title: `${rupees(amountPaise)} from ${payer}`,
    intro: [describeOutcome(payment).sentence],
    items: paymentFacts(payment).map(asItem),
    button: { label: "View payment advice", page },
    footer: [
      "The page shows what became of the payment since, also if the bank sends it back.",
      `It works for ${limits.adviceDays} days. You get this e-mail because ${payer} gave your address with the payment.`,
    ],
  };
  return writeEmail(draft, language);
}

/** To those who got the e-mail of a payment that came back later, whole or in part. */
export function writeCorrection(payment: Payment): Promise<WrittenEmail> {
  const { payer, amountPaise } = payment;
  const { word, sentence } = describeOutcome(payment);
  const draft = {
    title: `${word}: ${rupees(amountPaise)} from ${payer}`,
    intro: [sentence, "This replaces the payment advice that you got before."],
    items: paymentFacts(payment).map(asItem),
    footer: [`You get this e-mail because ${payer} gave your address with the payment.`],
  };
  return writeEmail(draft, language);
}

const asItem = ([title, text]: readonly [string, string]) => ({ title, text, page: null });
