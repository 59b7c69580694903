import type { MoneyAnswer } from "@rokad/contract/call";
import { Money } from "../../ui/money.tsx";
import { useBalanceHidden } from "./hidden-balance.ts";

/** A wallet figure, or dots while the user hides the balance. */
export function Balance({ value }: { value: MoneyAnswer }) {
  if (!useBalanceHidden()) return <Money value={value} />;
  return (
    <span className="tracking-wider">
      <span aria-hidden>₹ ••••••</span>
      <span className="sr-only">Balance hidden</span>
    </span>
  );
}
