import type { PayoutAnalytics } from "@rokad/contract/payout-analytics";
import { formatMoney } from "@rokad/money/format";
import { add } from "@rokad/money/money";
import { useId } from "react";
import { t } from "../language.ts";
import { Change, type ChangeProps } from "../ui/change.tsx";
import { changeOf, changeOfNumber, pointsOf } from "../ui/compare.ts";
import { fitFigure } from "../ui/fit-figure.tsx";
import { percent, type MetricName } from "./metrics.ts";

interface MetricTabsProps {
  answer: PayoutAnalytics;
  value: MetricName;
  onChange: (next: MetricName) => void;
}

/** The period's four figures with their change; the selected one appears in the chart. */
export function MetricTabs({ answer, value, onChange }: MetricTabsProps) {
  const group = useId();
  const days = answer.by_day.length;
  return (
    <fieldset>
      <legend className="sr-only">{t`Chart metric`}</legend>
      <div className="grid grid-cols-2 gap-px border-b border-line bg-line lg:grid-cols-4">
        {figuresOf(answer).map(({ name, label, figure, change }) => (
          <label
            key={name}
            style={{ containerType: "inline-size" }}
            className="relative flex h-24 cursor-pointer flex-col justify-center bg-surface px-5 transition-colors duration-150 hover:bg-hover has-checked:shadow-[inset_0_-2px_0_var(--brand)] has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={group}
              value={name}
              checked={name === value}
              onChange={() => onChange(name)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <span className="text-dense font-medium text-muted">{label}</span>
            <span className="mt-0.5 truncate text-lg leading-7 font-semibold tracking-tight tabular-nums">
              {fitFigure(figure)}
            </span>
            <span
              className="min-h-4 truncate text-xs text-muted"
              title={t`Compared with the previous ${days} days`}
            >
              {change.percent === null ? "–" : <Change {...change} />}
              <span className="sr-only"> {t`compared with the previous ${days} days`}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface Figure {
  name: MetricName;
  label: string;
  figure: string;
  change: ChangeProps;
}

function figuresOf({ totals, previous }: PayoutAnalytics): Figure[] {
  const charges = add(totals.fees, totals.gst);
  const chargesBefore = add(previous.fees, previous.gst);
  return [
    {
      name: "volume",
      label: t`Volume`,
      figure: formatMoney(totals.volume),
      change: { percent: changeOf(totals.volume, previous.volume) },
    },
    {
      name: "payouts",
      label: t`Payouts`,
      figure: totals.count.toLocaleString("en-IN"),
      change: { percent: changeOfNumber(totals.count, previous.count) },
    },
    {
      name: "rate",
      label: t`Success rate`,
      figure: percent(totals.success_rate),
      change: { percent: pointsOf(totals.success_rate, previous.success_rate), unit: t` points` },
    },
    {
      name: "charges",
      label: t`Fees and GST`,
      figure: formatMoney(charges),
      change: { percent: changeOf(charges, chargesBefore), better: "neither" },
    },
  ];
}
