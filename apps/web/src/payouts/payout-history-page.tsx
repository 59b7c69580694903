import { todayInIndia } from "@rokad/contract/fields";
import { exportPayouts, listPayouts, type Payout } from "@rokad/contract/payouts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { messageOf } from "../api/api-error.ts";
import { download } from "../api/download.ts";
import { usePage } from "../api/use-page.ts";
import { paths } from "../paths.ts";
import { ExportButton } from "../shell/export-button.tsx";
import { RefreshButton } from "../shell/refresh-button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pager } from "../ui/pager.tsx";
import { rowsOfPage } from "../ui/pager-pages.ts";
import { payoutColumns } from "./payout-columns.tsx";
import { PayoutFilterBar } from "./payout-filter-bar.tsx";
import type { PayoutFilters } from "./payout-filters.ts";
import { isUnderWay } from "./payout-states.ts";
import { PayoutTotalsCards } from "./payout-totals-cards.tsx";

const empty = (
  <EmptyState
    icon={<Send />}
    title="No payouts found"
    description="No payout transactions match your current filters"
  />
);

const underWaySeconds = 5;

function usePayouts({ status, from, to, page }: PayoutFilters) {
  return usePage(
    listPayouts,
    { status, from_date: from, to_date: to, page: page ?? 1, limit: 20 },
    { lookAgainAfter: ({ data }) => (data.some(isUnderWay) ? underWaySeconds : null) },
  );
}

export function PayoutHistoryPage() {
  const filters = useSearch({ from: "/signed-in/dashboard/payouts/history" });
  const { status, from, to } = filters;
  const navigate = useNavigate();
  const { answer, error, refreshing, reload, retry } = usePayouts(filters);

  return (
    <>
      <PageHeader
        title="Payout History"
        description="Every payout you have sent, with its charges and bank references"
        actions={
          <>
            <ExportButton
              onExport={() =>
                download(
                  exportPayouts,
                  { query: { status, from, to } },
                  `payouts-export-${todayInIndia()}.csv`,
                )
              }
              done="Export completed successfully"
              failed="Failed to export data. Please try again."
            />
            <RefreshButton onRefresh={reload} />
          </>
        }
      />
      {!error && <PayoutTotalsCards answer={answer} />}
      <Card>
        <PayoutFilterBar filters={filters} />
        <DataTable<Payout>
          caption="Payouts, newest first"
          columns={payoutColumns}
          rows={answer?.data}
          rowKey={(row) => row.id}
          refreshing={refreshing}
          tight
          empty={empty}
          error={
            error && (
              <ErrorPanel
                message="Failed to load payouts"
                detail={messageOf(error, "")}
                onRetry={retry}
              />
            )
          }
          onRowClick={(row) => void navigate({ to: paths.payout, params: { id: row.id } })}
        />
        {answer && !error && <Pages answer={answer.pagination} filters={filters} />}
      </Card>
    </>
  );
}

interface PagesProps {
  answer: { current_page: number; per_page: number; total_records: number; total_pages: number };
  filters: PayoutFilters;
}

function Pages({ answer, filters }: PagesProps) {
  const navigate = useNavigate();
  const {
    current_page: page,
    per_page: perPage,
    total_records: total,
    total_pages: pages,
  } = answer;
  if (pages <= 1) return null;
  const { first, last } = rowsOfPage(page, perPage, total);
  return (
    <Pager
      page={page}
      totalPages={pages}
      summary={`Showing ${first} to ${last} of ${total.toLocaleString("en-IN")} results`}
      onPage={(next) =>
        void navigate({
          to: paths.payoutHistory,
          search: { ...filters, page: next > 1 ? next : undefined },
        })
      }
    />
  );
}
