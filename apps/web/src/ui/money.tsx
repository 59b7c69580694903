import { formatMoney, type FormatOptions } from "@rokad/money/format";
import { cn } from "./class-names.ts";

interface MoneyProps extends FormatOptions {
  /** Whole paise and the currency, as the server answers. */
  value: { readonly amount: number; readonly currency: string };
  /** Shows + or −, because credits and debits must not differ by colour alone. Zero has none. */
  sign?: "+" | "−" | undefined;
  className?: string;
}

/** An amount in tabular figures, so that columns align. */
export function Money({ value, sign, className, ...format }: MoneyProps) {
  return (
    <span className={cn("whitespace-nowrap tabular-nums", className)}>
      {value.amount !== 0 && sign}
      {formatMoney(value, format)}
    </span>
  );
}
