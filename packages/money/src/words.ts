import { ToWords } from "to-words/en-IN";
import { toDecimal, type Money } from "./money.ts";

let toWords: ToWords | undefined;

/**
 * The amount in words, in Indian English: "One Lakh Twenty Three Thousand Rupees Only".
 * @param value an amount in INR; other currencies also read "Rupees".
 */
export function amountInWords(value: Money): string {
  toWords ??= new ToWords({ converterOptions: { currency: true } });
  return toWords.convert(toDecimal(value));
}
