import type { Answer } from "@rokad/contract/call";
import type { listDeposits } from "@rokad/contract/deposits";
import { formatMoney } from "@rokad/money/format";
import { Banknote, CircleCheck, Clock, Percent } from "lucide-react";
import { StatCard } from "../ui/stat-card.tsx";
import { depositTotals } from "./deposit-totals.ts";

/** Figures of the whole filter. */
export function DepositCards({ answer }: { answer: Answer<typeof listDeposits> | undefined }) {
  const by = answer?.summary.totals_by_status;
  const all = by && depositTotals(by);
  const loading = !answer;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label="Total Deposits"
        icon={<Banknote />}
        value={all && formatMoney(all.amount)}
        hint={all && requests(all.count)}
        loading={loading}
      />
      <StatCard
        label="Completed"
        icon={<CircleCheck />}
        value={by && formatMoney(by.completed.total_amount)}
        hint={by && requests(by.completed.count)}
        loading={loading}
      />
      <StatCard
        label="Pending"
        icon={<Clock />}
        value={by && formatMoney(by.pending.total_amount)}
        hint={by && requests(by.pending.count)}
        loading={loading}
      />
      <StatCard
        label="Success Rate"
        icon={<Percent />}
        value={all?.successRate == null ? "–" : `${all.successRate}%`}
        hint={by && `${by.completed.count} of ${all?.count ?? 0} completed`}
        loading={loading}
      />
    </div>
  );
}

function requests(count: number): string {
  return `${count.toLocaleString("en-IN")} ${count === 1 ? "request" : "requests"}`;
}
