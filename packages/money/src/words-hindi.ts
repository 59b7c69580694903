import { ToWords } from "to-words/hi-IN";
import { toDecimal, type Money } from "./money.ts";

let toWords: ToWords | undefined;

/**
 * The amount in words, in Hindi: "एक लाख तेईस हज़ार रुपये".
 * @param value an amount in INR; other currencies also read "रुपये".
 */
export function amountInHindiWords(value: Money): string {
  toWords ??= new ToWords({ converterOptions: { currency: true } });
  return toWords.convert(toDecimal(value));
}
