import type { MoneyAnswer } from "@rokad/contract/call";
import { formatMoney } from "@rokad/money/format";
import { money } from "@rokad/money/money";

/** Paise as an answer shows them. Throws rather than lose a paisa beyond what JSON can hold. */
export function inr(paise: bigint | null): MoneyAnswer {
  return { amount: money(Number(paise ?? 0n)).amount, currency: "INR" };
}

/** `₹1,28,45,632.50`, for files that people read. */
export function rupees(paise: bigint): string {
  return formatMoney(money(Number(paise)));
}

/** `1,28,45,632.50`, for a column whose head has the sign. */
export function plainRupees(paise: bigint): string {
  return rupees(paise).replace("₹", "");
}

/** A bank account number as everyone but a reviewer sees it: four stars and the last four. */
export function maskAccountNumber(number: string): string {
  return number.length <= 4 ? number : maskedEnd(number.slice(-4));
}

/** The same from what is kept in plain beside a sealed number or UPI id: its end. */
export function maskedEnd(end: string): string {
  return `****${end}`;
}
