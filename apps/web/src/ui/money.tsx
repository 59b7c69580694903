import { formatMoney, type FormatOptions } from "@rokad/money/format";
import { cn } from "./class-names.ts";

interface MoneyProps extends FormatOptions {
  /** Whole paise and the currency, as the server answers. */
  value: { readonly amount: number; readonly currency: string };
  /** Shows + or −, because credits and debits must not differ by colour alone. */
  sign?: "+" | "−" | undefined;
  className?: string;
}

/** An amount in tabular figures, so that columns align. */
export function Money({ value, sign, className, ...format }: MoneyProps) {
  return (
    <span className={cn("whitespace-nowrap tabular-nums", className)}>
      {sign}
      {formatMoney(value, format)}
    </span>
  );
}
