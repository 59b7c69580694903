import { todayInIndia } from "@rokad/contract/fields";
import type { StatementSummary } from "@rokad/contract/reports";
import { formatMoney } from "@rokad/money/format";
import { ArrowDownLeft, ArrowUpRight, Landmark, Scale } from "lucide-react";
import { StatCard } from "../ui/stat-card.tsx";
import type { Period } from "./periods.ts";

/** Opening balance, credits, debits and closing balance. */
export function StatementFigures({
  figures,
  period,
}: {
  figures: StatementSummary | undefined;
  period: Period;
}) {
  const loading = !figures;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label="Opening balance"
        icon={<Landmark />}
        value={figures && formatMoney(figures.opening_balance)}
        hint={`At the start of ${formatNumericDay(period.from)}`}
        loading={loading}
      />
      <StatCard
        label="Credits"
        icon={<ArrowDownLeft />}
        value={figures && `+${formatMoney(figures.total_credits)}`}
        hint={figures && formatCount(figures.credit_count, "credit")}
        loading={loading}
      />
      <StatCard
        label="Debits"
        icon={<ArrowUpRight />}
        value={figures && `−${formatMoney(figures.total_debits)}`}
        hint={figures && formatCount(figures.debit_count, "debit")}
        loading={loading}
      />
      <StatCard
        label="Closing balance"
        icon={<Scale />}
        value={figures && formatMoney(figures.closing_balance)}
        hint={`${period.to === todayInIndia() ? "So far on" : "At the end of"} ${formatNumericDay(period.to)}`}
        loading={loading}
      />
    </div>
  );
}

function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString("en-IN")} ${noun}${count === 1 ? "" : "s"}`;
}

function formatNumericDay(day: string): string {
  return day.split("-").toReversed().join("/");
}
