import { addDays } from "@rokad/contract/days";
import { todayInIndia } from "@rokad/contract/fields";
import { limits } from "@rokad/contract/limits";
import {
  exportPlatformAnalytics,
  getPlatformAnalytics,
  type AnalyticsTable,
} from "@rokad/contract/platform-analytics";
import { useSearch } from "@tanstack/react-router";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { download } from "../api/download.ts";
import { useApi } from "../api/use-api.ts";
import { ExportButton } from "../common/exports/export-button.tsx";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { Card } from "../ui/card.tsx";
import { cn } from "../ui/class-names.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { DayCard } from "./day-card.tsx";
import { HeadlineFigures } from "./headline-figures.tsx";
import { MoneyHeldPart } from "./money-held.tsx";
import { PeriodBar } from "./period-bar.tsx";
import { ReasonsCard } from "./reasons-card.tsx";
import { ShareCard } from "./share-card.tsx";

/** All payouts of the installation: volume, success rate, fees and money on hold. */
export function PlatformAnalyticsPage() {
  const search = useSearch({ from: "/signed-in/super-admin/super-admin/analytics" });
  const today = todayInIndia();
  const period =
    search.from && search.to
      ? { from: search.from, to: search.to }
      : { from: addDays(today, 1 - limits.analyticsDays), to: today };
  const { data, error, isOld, isValidating, mutate, reload } = useApi(
    getPlatformAnalytics,
    { query: period },
    { keepPrevious: true, dedupeSeconds: 30, onFocus: false },
  );
  const answer = data?.data;
  const failed = error !== undefined && !answer;

  return (
    <>
      <PageHeader
        title={t`Analytics`}
        description={t`All payouts of this installation, fees earned and money on hold`}
        actions={<RefreshButton onRefresh={reload} />}
      />
      <PeriodBar period={period} />
      {failed ? (
        <Card>
          <ErrorPanel
            message={t`Failed to load the analytics`}
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
            className="py-24"
          />
        </Card>
      ) : (
        <div
          aria-busy={isOld || undefined}
          className={cn(
            "grid min-w-0 gap-4 transition-opacity duration-150 md:gap-6",
            isOld && "opacity-60",
          )}
        >
          <HeadlineFigures answer={answer} />
          <DayCard answer={answer} files={<ExportTableButton by="day" period={period} />} />
          <ShareCard
            title={t`By tenant`}
            description={t`The 20 largest by volume, and the total of all others`}
            noun={t`Tenant`}
            shares={answer?.by_tenant}
            files={<ExportTableButton by="tenant" period={period} />}
          />
          <ShareCard
            title={t`By provider`}
            description={t`The provider that each payout was sent through`}
            noun={t`Provider`}
            shares={answer?.by_provider}
            files={<ExportTableButton by="provider" period={period} />}
          />
          <ShareCard
            title={t`By method`}
            description={t`IMPS to bank accounts, UPI to UPI IDs`}
            noun={t`Method`}
            shares={answer?.by_method}
            files={<ExportTableButton by="method" period={period} />}
          />
          <ShareCard
            title={t`By bank`}
            description={t`IMPS by IFSC, UPI by handle`}
            noun={t`Bank`}
            shares={answer?.by_bank}
            files={<ExportTableButton by="bank" period={period} />}
          />
          <ReasonsCard answer={answer} files={<ExportTableButton by="reason" period={period} />} />
        </div>
      )}
      <MoneyHeldPart />
    </>
  );
}

/** Exports all rows of one table. */
function ExportTableButton({
  by,
  period,
}: {
  by: AnalyticsTable;
  period: { from: string; to: string };
}) {
  const name = `analytics-by-${by}-${period.from}-to-${period.to}.csv`;
  return (
    <ExportButton
      name={`analytics-${by}`}
      onExport={(options) =>
        download(exportPlatformAnalytics, { query: { ...period, by } }, name, options)
      }
      successText={t`Analytics exported successfully`}
      failureText={t`Failed to export the analytics`}
    />
  );
}
