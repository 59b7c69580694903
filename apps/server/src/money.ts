import type { MoneyAnswer } from "@rokad/contract/call";
import { money } from "@rokad/money/money";

/** Paise as an answer shows them. Throws rather than lose a paisa beyond what JSON can hold. */
export function inr(paise: bigint | null): MoneyAnswer {
  return { amount: money(Number(paise ?? 0n)).amount, currency: "INR" };
}

/** A bank account number as everyone but a reviewer sees it: four stars and the last four. */
export function maskAccountNumber(number: string): string {
  return number.length <= 4 ? number : `****${number.slice(-4)}`;
}
