import { readAmount } from "../../files/tables/read-amount.ts";

/** @returns negative for an overdraft; null if the text is no amount. */
export function readBalance(text: string): bigint | null {
  const balance = text === "" ? undefined : readAmount(text);
  if (!balance) return null;
  return balance.direction === "debit" ? -balance.paise : balance.paise;
}
