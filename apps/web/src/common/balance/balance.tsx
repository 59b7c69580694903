import type { MoneyAnswer } from "@rokad/contract/call";
import { formatMoney } from "@rokad/money/format";
import type { ReactNode } from "react";
import { t } from "../../language.ts";
import { Money } from "../../ui/money.tsx";
import { useBalanceHidden } from "./hidden-balance.ts";

interface BalanceProps {
  value: MoneyAnswer;
  /** How to show the figure, if not as it is. */
  show?: (figure: string) => ReactNode;
}

/** A wallet figure, or dots while the user hides the balance. */
export function Balance({ value, show }: BalanceProps) {
  if (!useBalanceHidden()) return show ? show(formatMoney(value)) : <Money value={value} />;
  return (
    <span className="tracking-wider">
      <span aria-hidden>₹ ••••••</span>
      <span className="sr-only">{t`Balance hidden`}</span>
    </span>
  );
}
