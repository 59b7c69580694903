import type { Answer } from "@rokad/contract/call";
import type { listPayouts } from "@rokad/contract/payouts";
import { formatMoney } from "@rokad/money/format";
import { CircleCheck, Clock, IndianRupee, ReceiptText } from "lucide-react";
import { StatCard } from "../ui/stat-card.tsx";
import { pageTotals } from "./page-totals.ts";

/** Four figures of the page, each with the whole filter's beside it. */
export function PayoutTotalsCards({ answer }: { answer: Answer<typeof listPayouts> | undefined }) {
  const page = pageTotals(answer?.data ?? []);
  const all = answer?.summary;
  const loading = !answer;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label="Total Amount"
        icon={<IndianRupee />}
        value={formatMoney(page.amount)}
        hint="Current page total"
        note={all ? `${formatMoney(all.total_amount)} in all results` : ""}
        loading={loading}
      />
      <StatCard
        label="Total Charges"
        icon={<ReceiptText />}
        value={formatMoney(page.charges)}
        hint="Fees & GST included"
        note={all ? `${formatMoney(all.total_charges)} in all results` : ""}
        loading={loading}
      />
      <StatCard
        label="Success Rate"
        icon={<CircleCheck />}
        value={page.successRate === null ? "–" : `${page.successRate}%`}
        hint={`${page.successes} of ${answer?.data.length ?? 0} successful`}
        note={all ? `${count(all.success_count)} of ${count(answer.total)} in all results` : ""}
        loading={loading}
      />
      <StatCard
        label="Pending"
        icon={<Clock />}
        value={count(page.open)}
        hint="Awaiting processing"
        note={all ? `${count(all.pending_count)} in all results` : ""}
        loading={loading}
      />
    </div>
  );
}

function count(value: number): string {
  return value.toLocaleString("en-IN");
}
