import { minorUnitDigits, toDecimal, type Money } from "./money.ts";

export interface FormatOptions {
  /** Show ".00" on whole amounts; true unless told. Tables always do. */
  readonly trailingZeros?: boolean;
  /** Show "INR" instead of the sign. */
  readonly code?: boolean;
  /** Round half up to whole units: for headlines, never for what is taken. */
  readonly round?: boolean;
}

const formats = new Map<string, Intl.NumberFormat>();

/** An amount for a person to read, grouped the Indian way: ₹1,28,45,632.50. */
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
  // Intl takes decimal text exactly, so no amount passes through a float.
  return format.format(toDecimal(value) as Intl.StringNumericLiteral);
}

/** Short, for axes and targets only: ₹1Cr, ₹2.5L, ₹50K. */
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
