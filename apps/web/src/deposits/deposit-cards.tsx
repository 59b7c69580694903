import type { Answer } from "@rokad/contract/call";
import type { listDeposits } from "@rokad/contract/deposits";
import { formatMoney } from "@rokad/money/format";
import { Banknote, CircleCheck, Clock, Percent } from "lucide-react";
import { t } from "../language.ts";
import { StatCard } from "../ui/stat-card.tsx";
import { sumDeposits } from "./sum-deposits.ts";

/** Totals of all results, by status. */
export function DepositCards({ answer }: { answer: Answer<typeof listDeposits> | undefined }) {
  const byStatus = answer?.summary.totals_by_status;
  const all = byStatus && sumDeposits(byStatus);
  const loading = !answer;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label={t`Total Deposits`}
        icon={<Banknote />}
        value={all && formatMoney(all.amount)}
        hint={all && formatRequests(all.count)}
        loading={loading}
      />
      <StatCard
        label={t`Completed`}
        icon={<CircleCheck />}
        value={byStatus && formatMoney(byStatus.completed.total_amount)}
        hint={byStatus && formatRequests(byStatus.completed.count)}
        loading={loading}
      />
      <StatCard
        label={t`Pending`}
        icon={<Clock />}
        value={byStatus && formatMoney(byStatus.pending.total_amount)}
        hint={byStatus && formatRequests(byStatus.pending.count)}
        loading={loading}
      />
      <StatCard
        label={t`Success Rate`}
        icon={<Percent />}
        value={all?.successRate == null ? "–" : `${all.successRate}%`}
        hint={byStatus && t`${byStatus.completed.count} of ${all?.count ?? 0} completed`}
        loading={loading}
      />
    </div>
  );
}

function formatRequests(count: number): string {
  return count === 1
    ? t`${count.toLocaleString("en-IN")} request`
    : t`${count.toLocaleString("en-IN")} requests`;
}
