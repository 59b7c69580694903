import { exportDeposits, listDeposits, type Deposit } from "@rokad/contract/deposits";
import { todayInIndia } from "@rokad/contract/fields";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus, Wallet } from "lucide-react";
import { messageOf } from "../api/api-error.ts";
import { download } from "../api/download.ts";
import { usePage } from "../api/use-page.ts";
import { paths } from "../paths.ts";
import { openAddFunds } from "../shell/add-funds.ts";
import { ExportButton } from "../shell/export-button.tsx";
import { RefreshButton } from "../shell/refresh-button.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pager } from "../ui/pager.tsx";
import { DepositCards } from "./deposit-cards.tsx";
import { depositColumns } from "./deposit-columns.tsx";
import { DepositDetails } from "./deposit-details.tsx";
import { DepositFilterBar } from "./deposit-filter-bar.tsx";
import type { DepositFilters } from "./deposit-filters.ts";

const empty = (
  <EmptyState
    icon={<Wallet />}
    title="No deposits found"
    description="Deposit requests that match the filters appear here, from the moment you submit them."
    action={
      <Button variant="secondary" icon={<Plus />} onClick={openAddFunds}>
        Add Funds
      </Button>
    }
  />
);

function useDeposits({ status, utr, from, to, page }: DepositFilters) {
  return usePage(listDeposits, { status, utr, from, to, page: page ?? 1, limit: 20 });
}

export function DepositHistoryPage() {
  const filters = useSearch({ from: "/signed-in/dashboard/wallet/deposits" });
  const { status, utr, from, to } = filters;
  const navigate = useNavigate();
  const { answer, error, refreshing, reload, retry } = useDeposits(filters);
  const pages = answer?.pagination;

  return (
    <>
      <PageHeader
        title="Deposit History"
        description="Every transfer that you asked us to credit"
        actions={
          <>
            <ExportButton
              onExport={() =>
                download(
                  exportDeposits,
                  { query: { status, utr, from, to } },
                  `deposits-export-${todayInIndia()}.csv`,
                )
              }
              done="Deposit history exported successfully"
              failed="Failed to export deposit history"
            />
            <RefreshButton onRefresh={reload} />
          </>
        }
      />
      {!error && <DepositCards answer={answer} />}
      <Card>
        <DepositFilterBar filters={filters} />
        <DataTable<Deposit>
          caption="Deposits, newest first"
          columns={depositColumns}
          rows={answer?.data}
          rowKey={(row) => row._id}
          refreshing={refreshing}
          empty={empty}
          error={
            error && (
              <ErrorPanel
                message="Failed to load deposits"
                detail={messageOf(error, "")}
                onRetry={retry}
              />
            )
          }
        />
        {pages && !error && pages.total_records > 0 && (
          <Pager
            page={pages.current_page}
            totalPages={pages.total_pages}
            summary={`${pages.total_records.toLocaleString("en-IN")} ${pages.total_records === 1 ? "request" : "requests"}`}
            middle={`Page ${pages.current_page} of ${pages.total_pages}`}
            onPage={(page) =>
              void navigate({
                to: paths.deposits,
                search: { ...filters, page: page > 1 ? page : undefined },
              })
            }
          />
        )}
      </Card>
      <DepositDetails />
    </>
  );
}
