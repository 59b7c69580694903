import { todayInIndia } from "@rokad/contract/fields";
import { searchPayouts } from "@rokad/contract/history-search";
import { searchOrders } from "@rokad/contract/search-orders";
import { exportPayouts } from "@rokad/contract/payout-files";
import { listPayouts, type Payout } from "@rokad/contract/payouts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { download } from "../api/download.ts";
import { usePage } from "../api/use-page.ts";
import { paths } from "../paths.ts";
import { History } from "../common/lists/history.tsx";
import { useMatches } from "../common/lists/use-matches.ts";
import { useListFilters } from "../common/lists/use-list-filters.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { rowsOfPage } from "../ui/pager-pages.ts";
import { payoutColumns } from "./payout-columns.tsx";
import { PayoutFilterFields } from "./payout-filter-fields.tsx";
import { readPayoutFilters, type PayoutFilters } from "./payout-filters.ts";
import { isInProgress } from "./payout-states.ts";
import { PayoutTotalsCards } from "./payout-totals-cards.tsx";

const empty = (
  <EmptyState
    icon={<Send />}
    title={t`No payouts found`}
    description={t`No payout transactions match your current filters`}
  />
);

function usePayouts({ status, from, to }: PayoutFilters, page = 1) {
  return usePage(
    listPayouts,
    { status, from_date: from, to_date: to, page, limit: 20 },
    { isInProgress: ({ data }) => data.some(isInProgress) },
  );
}

export function PayoutHistoryPage() {
  const { page, search, sort, after, ...applied } = useSearch({
    from: "/signed-in/dashboard/payouts/history",
  });
  const navigate = useNavigate();
  const filters = useListFilters<PayoutFilters>(
    applied,
    (next, how) =>
      void navigate({ to: paths.payoutHistory, search: { ...next, search, sort }, ...how }),
  );
  const searched = { search, sort, after };
  const matches = useMatches(searchPayouts, searched, applied);
  const list = usePayouts(applied, page);

  return (
    <History<Payout, PayoutFilters>
      title={t`Payout History`}
      description={t`Your payouts with charges and bank references`}
      list={list}
      filters={filters}
      search={{
        value: searched,
        hint: t`Name, remarks, UTR, reference, UPI ID, amount or last 4 digits`,
        orders: searchOrders,
        noun: t`payouts`,
        matches,
        go: (next, how) =>
          void navigate({ to: paths.payoutHistory, search: { ...applied, ...next }, ...how }),
        goToAll: () => void navigate({ to: paths.payoutHistory, search: { search, sort } }),
        views: {
          history: "payouts",
          current: { ...applied, search, sort },
          open: (query, how) =>
            void navigate({
              to: paths.payoutHistory,
              search: readPayoutFilters({ ...query }),
              ...how,
            }),
        },
      }}
      fields={<PayoutFilterFields {...filters} />}
      cards={<PayoutTotalsCards answer={list.answer} status={applied.status} />}
      exportOptions={{
        name: "payouts",
        count: async ({ status, from, to }) => {
          const query = { status, from_date: from, to_date: to, page: 1, limit: 1 };
          return (await send(listPayouts, { query })).total;
        },
        request: (filter) => ({ kind: "payout_history", filter }),
        work: (query, options) =>
          download(exportPayouts, { query }, `payouts-export-${todayInIndia()}.csv`, options),
        successText: t`Export completed successfully`,
        failureText: t`Failed to export data. Please try again.`,
      }}
      table={{
        caption: t`Payouts, newest first`,
        columns: payoutColumns,
        rowKey: (row) => row.id,
        tight: true,
        onRowClick: (row) => void navigate({ to: paths.payout, params: { id: row.id } }),
      }}
      empty={empty}
      failure={{ message: t`Failed to load payouts` }}
      pager={({ current_page, per_page, total_records, total_pages }) => {
        if (total_pages <= 1) return null;
        const { first, last } = rowsOfPage(current_page, per_page, total_records);
        const total = total_records.toLocaleString("en-IN");
        return { summary: t`Showing ${first} to ${last} of ${total} results` };
      }}
    />
  );
}
