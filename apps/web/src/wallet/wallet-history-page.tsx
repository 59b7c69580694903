import { todayInIndia } from "@rokad/contract/fields";
import {
  exportWalletHistory,
  listWalletHistory,
  type WalletTransaction,
} from "@rokad/contract/wallet";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ReceiptText } from "lucide-react";
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
import { TransactionCards } from "./transaction-cards.tsx";
import { transactionColumns } from "./transaction-columns.tsx";
import { TransactionDetails } from "./transaction-details.tsx";
import { TransactionFilterBar } from "./transaction-filter-bar.tsx";
import type { WalletFilters } from "./wallet-filters.ts";

const empty = (
  <EmptyState
    icon={<ReceiptText />}
    title="No transactions found"
    description="Deposits that reached your wallet and payouts from it appear here, as far as they match the filters."
  />
);

const underWaySeconds = 5;

function useTransactions({ type, from, to, page }: WalletFilters) {
  return usePage(
    listWalletHistory,
    { type, from, to, page: page ?? 1, limit: 20 },
    {
      lookAgainAfter: ({ data }) =>
        data.some(({ status }) => status === "pending") ? underWaySeconds : null,
    },
  );
}

export function WalletHistoryPage() {
  const filters = useSearch({ from: "/signed-in/dashboard/wallet/history" });
  const { type, from, to } = filters;
  const navigate = useNavigate();
  const { answer, error, refreshing, reload, retry } = useTransactions(filters);
  const pages = answer?.pagination;

  return (
    <>
      <PageHeader
        title="Wallet History"
        description="Every credit and debit of your main wallet"
        actions={
          <>
            <ExportButton
              onExport={() =>
                download(
                  exportWalletHistory,
                  { query: { type, from, to } },
                  `wallet-history-${todayInIndia()}.csv`,
                )
              }
              done="Wallet history exported successfully"
              failed="Failed to export wallet history"
            />
            <RefreshButton onRefresh={reload} />
          </>
        }
      />
      {!error && <TransactionCards answer={answer} />}
      <Card>
        <TransactionFilterBar filters={filters} />
        <DataTable<WalletTransaction>
          caption="Wallet transactions, newest first"
          columns={transactionColumns}
          rows={answer?.data}
          rowKey={(row) => row._id}
          refreshing={refreshing}
          empty={empty}
          error={
            error && (
              <ErrorPanel
                message="Failed to load transactions"
                detail={messageOf(error, "")}
                onRetry={retry}
                retryLabel="Try Again"
              />
            )
          }
        />
        {pages && !error && pages.total_records > 0 && (
          <Pager
            page={pages.current_page}
            totalPages={pages.total_pages}
            summary={`Showing ${answer.data.length} of ${pages.total_records.toLocaleString("en-IN")} transactions`}
            middle={`Page ${pages.current_page}`}
            onPage={(page) =>
              void navigate({
                to: paths.walletHistory,
                search: { ...filters, page: page > 1 ? page : undefined },
              })
            }
          />
        )}
      </Card>
      <TransactionDetails />
    </>
  );
}
