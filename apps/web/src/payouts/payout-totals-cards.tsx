import type { Answer } from "@rokad/contract/call";
import type { listPayouts } from "@rokad/contract/payouts";

import { formatMoney } from "@rokad/money/format";
import { CircleCheck, Clock, IndianRupee, ReceiptText } from "lucide-react";
import { t } from "../language.ts";
import { StatCard } from "../ui/stat-card.tsx";
import type { PayoutFilters } from "./payout-filters.ts";
import { sumPage } from "./sum-page.ts";

/** Filters of refunded payouts alone: the list adds up their amounts. */
const refunded: ReadonlySet<string> = new Set(["failed", "cancelled", "not_funded"]);

type PayoutTotals = Answer<typeof listPayouts>["summary"];

/** Four figures of the page, each with the total of all results. */
export function PayoutTotalsCards({
  answer,
  status,
}: {
  answer: Answer<typeof listPayouts> | undefined;
  status: PayoutFilters["status"];
}) {
  const page = sumPage(answer?.data ?? [], status !== undefined && refunded.has(status));
  const all = answer?.summary;
  const loading = !answer;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label={t`Total Amount`}
        icon={<IndianRupee />}
        value={formatMoney(page.amount)}
        hint={t`Current page total`}
        note={all ? amountNote(all) : ""}
        loading={loading}
      />
      <StatCard
        label={t`Total Charges`}
        icon={<ReceiptText />}
        value={formatMoney(page.charges)}
        hint={t`Fees & GST included`}
        note={all ? t`${formatMoney(all.total_charges)} in all results` : ""}
        loading={loading}
      />
      <StatCard
        label={t`Success Rate`}
        icon={<CircleCheck />}
        value={page.successRate === null ? "–" : `${page.successRate}%`}
        hint={t`${page.successes} of ${answer?.data.length ?? 0} successful`}
        note={
          all
            ? t`${formatCount(all.success_count)} of ${formatCount(answer.total)} in all results`
            : ""
        }
        loading={loading}
      />
      <StatCard
        label={t`Pending`}
        icon={<Clock />}
        value={formatCount(page.open)}
        hint={t`Awaiting processing`}
        note={all ? t`${formatCount(all.pending_count)} in all results` : ""}
        loading={loading}
      />
    </div>
  );
}

function amountNote({ total_amount: amount, total_returned: returned }: PayoutTotals): string {
  const back = returned.amount > 0 ? t`, ${formatMoney(returned)} returned` : "";
  return t`${formatMoney(amount)} in all results${back}`;
}

function formatCount(value: number): string {
  return value.toLocaleString("en-IN");
}
