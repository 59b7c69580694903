import type { MoneyAnswer } from "@rokad/contract/call";
import { formatMoney } from "@rokad/money/format";
import { money } from "@rokad/money/money";

/** Paise as an amount of the API. Throws if a JSON number could not hold it exactly. */
export function inr(paise: bigint | null): MoneyAnswer {
  return { amount: money(Number(paise ?? 0n)).amount, currency: "INR" };
}

/** Formats paise as `₹1,28,45,632.50`, for files. */
export function rupees(paise: bigint): string {
  return formatMoney(money(Number(paise)));
}

/** Formats paise as `1,28,45,632.50`, for a column whose heading has the sign. */
export function plainRupees(paise: bigint): string {
  return rupees(paise).replace("₹", "");
}

/** Masks a bank account number: four stars and its last four digits. Only a reviewer sees all of it. */
export function maskAccountNumber(number: string): string {
  return number.length <= 4 ? number : maskEnd(number.slice(-4));
}

/** Masks a number or UPI id of which only the end is stored unencrypted. */
export function maskEnd(end: string): string {
  return `****${end}`;
}
