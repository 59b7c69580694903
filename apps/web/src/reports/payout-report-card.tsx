import {
  exportPayoutReport,
  exportReportedPayouts,
  getPayoutReport,
  type PayoutReport,
} from "@rokad/contract/payout-report";
import type { ReportGroup } from "@rokad/contract/report-groups";
import { todayInIndia } from "@rokad/contract/fields";
import { limits } from "@rokad/contract/limits";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ChartBarBig } from "lucide-react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { download } from "../api/download.ts";
import { useApi } from "../api/use-api.ts";
import { ExportButton } from "../common/exports/export-button.tsx";
import { paths } from "../paths.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Select } from "../ui/select.tsx";
import { payoutReportColumns, type ReportRow } from "./payout-report-columns.tsx";
import { thisMonth } from "./periods.ts";

const captions: Readonly<Record<ReportGroup, string>> = {
  beneficiary: t`Payouts of the period by beneficiary, largest first`,
  batch: t`Payouts of the period by batch, largest first`,
  purpose: t`Payouts of the period by purpose, largest first`,
};
const groupings = [
  { value: "beneficiary", label: t`By beneficiary` },
  { value: "batch", label: t`By batch` },
  { value: "purpose", label: t`By purpose` },
] as const;

/** Payouts of the statement's period by beneficiary, batch or purpose. */
export function PayoutReportCard() {
  const search = useSearch({ from: "/signed-in/dashboard/reports" });
  const { from, to } = search;
  const by: ReportGroup = search.by ?? "beneficiary";
  const period = from && to ? { from, to } : thisMonth(todayInIndia());
  const navigate = useNavigate();
  const query = { ...period, by };
  const { data, error, isLoading, isValidating, mutate } = useApi(
    getPayoutReport,
    { query },
    { dedupeSeconds: 30, onFocus: false, keepPrevious: true },
  );
  const rows = data && !error ? rowsOf(data.data) : undefined;
  const days = `${period.from}-to-${period.to}`;

  return (
    <Card aria-labelledby="payout-report">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-4 md:px-5">
        <div className="min-w-0">
          <h2 id="payout-report" className="text-[15px] leading-5.5 font-semibold tracking-tight">
            {t`Payouts of this period`}
          </h2>
          <p className="mt-0.5 text-dense text-muted">
            {t`What was paid to whom, by the day of the request`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <Select<ReportGroup>
            aria-label={t`Group payouts`}
            options={groupings}
            value={by}
            onValueChange={(next) =>
              void navigate({
                to: paths.reports,
                search: { ...search, by: next === "beneficiary" ? undefined : next },
                resetScroll: false,
              })
            }
            className="sm:w-44"
          />
          <ExportButton
            name="payout-report"
            label={t`Groups CSV`}
            onExport={(options) =>
              download(exportPayoutReport, { query }, `payouts-by-${by}-${days}.csv`, options)
            }
            successText={t`Payouts by group exported successfully`}
            failureText={t`Failed to export the payouts by group`}
          />
          <ExportButton
            name="reported-payouts"
            label={t`Payouts CSV`}
            onExport={(options) =>
              download(exportReportedPayouts, { query: period }, `payouts-${days}.csv`, options)
            }
            successText={t`Payouts exported successfully`}
            failureText={t`Failed to export the payouts`}
          />
        </div>
      </header>
      <DataTable<ReportRow>
        caption={captions[by]}
        columns={payoutReportColumns(by, period)}
        rows={rows}
        rowKey={({ id }) => id}
        refreshing={isLoading && rows !== undefined}
        skeletonRows={4}
        empty={
          <EmptyState
            icon={<ChartBarBig />}
            title={t`No payouts in this period`}
            description={t`Choose another period to see who was paid.`}
          />
        }
        error={
          error && (
            <ErrorPanel
              message={t`Failed to load the payouts of this period`}
              detail={messageOf(error, "")}
              onRetry={() => void mutate()}
              busy={isValidating}
            />
          )
        }
      />
      {data && !error && data.data.groups_count > limits.reportGroupsShown && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted md:px-5">
          {t`The largest ${limits.reportGroupsShown} of ${data.data.groups_count.toLocaleString("en-IN")}. Groups CSV has all.`}
        </p>
      )}
    </Card>
  );
}

/** The groups, and the total of all of them as the last row. */
function rowsOf({ groups, total }: PayoutReport): ReportRow[] {
  if (groups.length === 0) return [];
  return [
    ...groups.map((group) => ({
      ...group,
      id: `${group.key ?? ""} ${group.label}`,
      isTotal: false,
    })),
    { ...total, key: null, id: "total", label: t`Total`, isTotal: true },
  ];
}
