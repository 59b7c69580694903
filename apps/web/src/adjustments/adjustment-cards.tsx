import type { AdjustmentsSummary } from "@rokad/contract/adjustments";
import { CalendarCheck, HandCoins, Clock, UserRoundCheck } from "lucide-react";
import { Money } from "../ui/money.tsx";
import { StatCard } from "../ui/stat-card.tsx";

/** The figures of all adjustments, independent of the filters. */
export function AdjustmentCards({ of: summary }: { of: AdjustmentsSummary | undefined }) {
  const loading = !summary;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label="Proposed"
        icon={<Clock />}
        value={summary && formatCount(summary.waiting)}
        hint="Waiting for a second super admin"
        loading={loading}
      />
      <StatCard
        label="Yours to confirm"
        icon={<UserRoundCheck />}
        value={summary && formatCount(summary.waiting_for_you)}
        hint="Proposed by others"
        loading={loading}
      />
      <StatCard
        label="Owed by tenants"
        icon={<HandCoins />}
        value={summary && <Money value={summary.receivable} />}
        hint={
          summary &&
          `${formatCount(summary.owing_tenants)} ${summary.owing_tenants === 1 ? "tenant" : "tenants"}, paid by their next credits`
        }
        loading={loading}
      />
      <StatCard
        label="Posted today"
        icon={<CalendarCheck />}
        value={summary && formatCount(summary.posted_today)}
        hint="Signed by two, or charged back"
        loading={loading}
      />
    </div>
  );
}

function formatCount(count: number): string {
  return count.toLocaleString("en-IN");
}
