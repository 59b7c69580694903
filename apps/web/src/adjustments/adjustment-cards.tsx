import type { AdjustmentsSummary } from "@rokad/contract/adjustments";
import { CalendarCheck, HandCoins, Clock, UserRoundCheck } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { Money } from "../ui/money.tsx";
import { StatCard } from "../ui/stat-card.tsx";

/** The figures of all adjustments, independent of the filters. */
export function AdjustmentCards({ of: summary }: { of: AdjustmentsSummary | undefined }) {
  const loading = !summary;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label={t`Proposed`}
        icon={<Clock />}
        value={summary && formatCount(summary.waiting)}
        hint={t`Waiting for a second super admin`}
        loading={loading}
      />
      <StatCard
        label={t`Yours to confirm`}
        icon={<UserRoundCheck />}
        value={summary && formatCount(summary.waiting_for_you)}
        hint={t`Proposed by others`}
        loading={loading}
      />
      <StatCard
        label={t`Owed by tenants`}
        icon={<HandCoins />}
        value={summary && <Money value={summary.receivable} />}
        hint={
          summary &&
          (summary.owing_tenants === 1
            ? t`${formatCount(summary.owing_tenants)} tenant, paid by their next credits`
            : t`${formatCount(summary.owing_tenants)} tenants, paid by their next credits`)
        }
        loading={loading}
      />
      <StatCard
        label={t`Posted today`}
        icon={<CalendarCheck />}
        value={summary && formatCount(summary.posted_today)}
        hint={t`Signed by two, or charged back`}
        loading={loading}
      />
    </div>
  );
}

function formatCount(count: number): string {
  return count.toLocaleString("en-IN");
}
