import { todayInIndia } from "@rokad/contract/fields";
import { searchWalletHistory } from "@rokad/contract/history-search";
import {
  exportWalletHistory,
  listWalletHistory,
  type WalletTransaction,
} from "@rokad/contract/wallet";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ReceiptText } from "lucide-react";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { download } from "../api/download.ts";
import { usePage } from "../api/use-page.ts";
import { paths } from "../paths.ts";
import { History } from "../common/lists/history.tsx";
import { useMatches } from "../common/lists/use-matches.ts";
import { useListFilters } from "../common/lists/use-list-filters.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { TransactionCards } from "./transaction-cards.tsx";
import { transactionColumns } from "./transaction-columns.tsx";
import { TransactionDetails } from "./transaction-details.tsx";
import { TransactionFilterFields } from "./transaction-filter-fields.tsx";
import { readWalletFilters, type WalletFilters } from "./wallet-filters.ts";

const empty = (
  <EmptyState
    icon={<ReceiptText />}
    title={t`No transactions found`}
    description={t`Deposits and payouts that match your filters appear here.`}
  />
);

function useTransactions({ type, from, to }: WalletFilters, page = 1) {
  return usePage(
    listWalletHistory,
    { type, from, to, page, limit: 20 },
    { isInProgress: ({ data }) => data.some(({ status }) => status === "pending") },
  );
}

export function WalletHistoryPage() {
  const { page, search, sort, after, ...applied } = useSearch({
    from: "/signed-in/dashboard/wallet/history",
  });
  const navigate = useNavigate();
  const filters = useListFilters<WalletFilters>(
    applied,
    (next, how) =>
      void navigate({ to: paths.walletHistory, search: { ...next, search, sort }, ...how }),
  );
  const searched = { search, sort, after };
  const matches = useMatches(searchWalletHistory, searched, applied);
  const list = useTransactions(applied, page);

  return (
    <>
      <History<WalletTransaction, WalletFilters>
        title={t`Wallet History`}
        description={t`Every credit and debit of your main wallet`}
        list={list}
        filters={filters}
        search={{
          value: searched,
          hint: t`Name, remarks, UTR, reference, UPI ID, amount or last 4 digits`,
          orders: ["newest", "oldest"],
          noun: t`transactions`,
          matches,
          go: (next, how) =>
            void navigate({ to: paths.walletHistory, search: { ...applied, ...next }, ...how }),
          goToAll: () => void navigate({ to: paths.walletHistory, search: { search, sort } }),
          views: {
            history: "wallet",
            current: { ...applied, search, sort },
            open: (query, how) =>
              void navigate({
                to: paths.walletHistory,
                search: readWalletFilters({ ...query }),
                ...how,
              }),
          },
        }}
        fields={<TransactionFilterFields {...filters} />}
        keepsReset
        cards={<TransactionCards answer={list.answer} />}
        exportOptions={{
          name: "wallet-history",
          count: async (query) => {
            const first = { query: { ...query, page: 1, limit: 1 } };
            return (await send(listWalletHistory, first)).total;
          },
          request: (filter) => ({ kind: "wallet_history", filter }),
          work: (query, options) => {
            const fileName = `wallet-history-${todayInIndia()}.csv`;
            return download(exportWalletHistory, { query }, fileName, options);
          },
          successText: t`Wallet history exported successfully`,
          failureText: t`Failed to export wallet history`,
        }}
        table={{
          caption: t`Wallet transactions, newest first`,
          columns: transactionColumns,
          rowKey: (row) => row._id,
        }}
        empty={empty}
        failure={{ message: t`Failed to load transactions`, retryLabel: t`Try Again` }}
        pager={({ current_page, total_records }, rowsHere) => {
          if (total_records === 0) return null;
          const total = total_records.toLocaleString("en-IN");
          const summary = t`Showing ${rowsHere} of ${total} transactions`;
          return { summary, middle: t`Page ${current_page}` };
        }}
      />
      <TransactionDetails />
    </>
  );
}
