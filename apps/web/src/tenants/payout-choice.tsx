import type { TenantStatistics } from "@rokad/contract/tenants";
import { formatMoney } from "@rokad/money/format";
import { t } from "../super-admin-language.ts";
import { RadioCards } from "../ui/radio-cards.tsx";

interface PayoutChoiceProps<Choice extends string> {
  legend: string;
  /** The payouts that the choice concerns; undefined while loading. */
  of: TenantStatistics["unsent_payouts"] | undefined;
  options: readonly { value: Choice; label: string; effect: string }[];
  value: Choice;
  onValueChange: (value: Choice) => void;
}

/** What happens to payouts, with their number and money on each choice. */
export function PayoutChoice<Choice extends string>(props: PayoutChoiceProps<Choice>) {
  const { legend, of: payouts, options, value, onValueChange } = props;
  return (
    <RadioCards
      legend={legend}
      value={value}
      onValueChange={onValueChange}
      options={options.map(({ value: each, label, effect }) => ({
        value: each,
        label,
        description: payouts ? `${describePayouts(payouts)}: ${effect}` : effect,
      }))}
    />
  );
}

/** "3 payouts, ₹3,017.70". */
export function describePayouts({ count, total }: TenantStatistics["unsent_payouts"]): string {
  return count === 1
    ? t`${count.toLocaleString("en-IN")} payout, ${formatMoney(total)}`
    : t`${count.toLocaleString("en-IN")} payouts, ${formatMoney(total)}`;
}
