import { minorUnitDigits, toDecimal, type Money } from "./money.ts";

export interface FormatOptions {
  /** Show ".00" on whole amounts. Default: true, as in every table. */
  readonly trailingZeros?: boolean;
  /** Show the code ("INR") instead of the symbol. */
  readonly code?: boolean;
  /** Round half up to whole units. For headlines only, never for a charge. */
  readonly round?: boolean;
}

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount for people, with Indian grouping: 1284563250 paise is ₹1,28,45,632.50. A negative
 * amount has a minus sign (−), as wide as a digit, instead of the hyphen that Intl uses.
 * @throws {NonIntegerAmountError} for an amount that is not a whole number.
 */
export function formatMoney(value: Money, options: FormatOptions = {}): string {
  const { trailingZeros = true, code = false, round = false } = options;
  const digits = round ? 0 : minorUnitDigits(value.currency);
  const key = `${value.currency} ${digits} ${trailingZeros} ${code}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat("en-IN", {
      style: "currency",
      currency: value.currency,
      currencyDisplay: code ? "code" : "symbol",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      roundingMode: "halfExpand",
      trailingZeroDisplay: trailingZeros ? "auto" : "stripIfInteger",
    });
    formats.set(key, format);
  }
  // Intl formats decimal text exactly, so no amount becomes a float.
  return format.format(toDecimal(value) as Intl.StringNumericLiteral).replace("-", "−");
}

/** Formats an amount in crores, lakhs or thousands, for axes and targets: ₹1Cr, ₹2.5L, ₹50K. */
export function formatMoneyShort(value: Money): string {
  const [unit, name] =
    Math.abs(value.amount) >= 1_00_00_000_00
      ? [1_00_00_000_00, "Cr"]
      : Math.abs(value.amount) >= 1_00_000_00
        ? [1_00_000_00, "L"]
        : Math.abs(value.amount) >= 1_000_00
          ? [1_000_00, "K"]
          : [100, ""];
  const inHundredths = Math.round((value.amount * 100) / unit);
  return formatMoney({ amount: inHundredths, currency: value.currency }, { trailingZeros: false })
    .replace(/(\.\d)0$/, "$1")
    .concat(name);
}
