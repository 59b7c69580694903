import { formatMoney, type FormatOptions } from "@rokad/money/format";
import { cn } from "./class-names.ts";

interface MoneyProps extends FormatOptions {
  /** Whole paise and the currency, as the server answers. */
  value: { readonly amount: number; readonly currency: string };
  /** Puts a + or − in front: for credits and debits, which must not differ by colour alone. */
  sign?: "+" | "−" | undefined;
  className?: string;
}

/** An amount, in figures of one width so that columns line up. */
export function Money({ value, sign, className, ...format }: MoneyProps) {
  return (
    <span className={cn("whitespace-nowrap tabular-nums", className)}>
      {sign}
      {formatMoney(value, format)}
    </span>
  );
}
