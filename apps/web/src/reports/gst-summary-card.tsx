import { exportGstSummary, getGstSummary, type GstSummary } from "@rokad/contract/reports";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Percent } from "lucide-react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { download } from "../api/download.ts";
import { useApi } from "../api/use-api.ts";
import { paths } from "../paths.ts";
import { ExportButton } from "../common/exports/export-button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Select } from "../ui/select.tsx";
import { gstColumns, type GstRow } from "./gst-columns.tsx";
import { selectableYears } from "./report-filters.ts";

/** Platform fees and their GST by month of a financial year. */
export function GstSummaryCard() {
  const search = useSearch({ from: "/signed-in/dashboard/reports" });
  const year = search.year ?? selectableYears()[0] ?? 0;
  const { data, error, isLoading, isValidating, mutate } = useApi(
    getGstSummary,
    { query: { year } },
    { dedupeSeconds: 30, onFocus: false, keepPrevious: true },
  );
  const rows = data && toRows(data.data);

  return (
    <Card aria-labelledby="gst-summary">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-4 md:px-5">
        <div className="min-w-0">
          <h2 id="gst-summary" className="text-[15px] leading-5.5 font-semibold tracking-tight">
            {t`GST summary`}
          </h2>
          <p className="mt-0.5 text-dense text-muted">
            {t`Platform fees and their GST, by month of payment or return`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <YearSelect year={year} />
          <ExportButton
            name="gst"
            label="GST CSV"
            onExport={(options) =>
              download(
                exportGstSummary,
                { query: { year } },
                `gst-summary-${formatYear(year)}.csv`,
                options,
              )
            }
            successText={t`GST summary exported successfully`}
            failureText={t`Failed to export the GST summary`}
          />
        </div>
      </header>
      <DataTable<GstRow>
        caption={t`GST summary of the financial year ${formatYear(year)} by month`}
        columns={gstColumns}
        rows={rows}
        rowKey={({ id }) => id}
        refreshing={isLoading && rows !== undefined}
        skeletonRows={4}
        empty={
          <EmptyState
            icon={<Percent />}
            title={t`No fees in ${formatYear(year)}`}
            description={t`Fees and GST of paid payouts appear here by month of payment.`}
          />
        }
        error={
          error &&
          !data && (
            <ErrorPanel
              message={t`Failed to load the GST summary`}
              detail={messageOf(error, "")}
              onRetry={() => void mutate()}
              busy={isValidating}
            />
          )
        }
      />
    </Card>
  );
}

function YearSelect({ year }: { year: number }) {
  const navigate = useNavigate();
  const search = useSearch({ from: "/signed-in/dashboard/reports" });
  const years = selectableYears();
  return (
    <Select
      aria-label={t`Financial year`}
      options={years.map((each) => ({ value: String(each), label: `FY ${formatYear(each)}` }))}
      value={String(year)}
      onValueChange={(next) =>
        void navigate({
          to: paths.reports,
          search: { ...search, year: Number(next) === years[0] ? undefined : Number(next) },
          resetScroll: false,
        })
      }
      className="sm:w-36"
    />
  );
}

/** The months with a paid or returned payout, and their total. */
function toRows({ months, total }: GstSummary): GstRow[] {
  const activeMonths = months.filter((month) => month.paid_count + month.returned_count > 0);
  if (activeMonths.length === 0) return [];
  return [
    ...activeMonths.map((month) => ({ ...month, id: month.month, isTotal: false })),
    { ...total, id: "total", isTotal: true },
  ];
}

/** "2026-27". */
function formatYear(year: number): string {
  return `${year}-${String((year + 1) % 100).padStart(2, "0")}`;
}
