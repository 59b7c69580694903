import {
  exportDeposits,
  type initiateDeposit,
  listDeposits,
  type Deposit,
} from "@rokad/contract/deposits";
import { todayInIndia } from "@rokad/contract/fields";
import { searchDeposits } from "@rokad/contract/history-search";
import { searchOrders } from "@rokad/contract/search-orders";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus, Wallet } from "lucide-react";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { download } from "../api/download.ts";
import { usePage } from "../api/use-page.ts";
import { paths } from "../paths.ts";
import { openAddFunds } from "../common/balance/add-funds.ts";
import { History } from "../common/lists/history.tsx";
import { Permitted } from "../common/people/permitted.tsx";
import { useMatches } from "../common/lists/use-matches.ts";
import { useListFilters } from "../common/lists/use-list-filters.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { DepositCards } from "./deposit-cards.tsx";
import { depositColumns } from "./deposit-columns.tsx";
import { DepositDetails } from "./deposit-details.tsx";
import { DepositFilterFields } from "./deposit-filter-fields.tsx";
import { readDepositFilters, type DepositFilters } from "./deposit-filters.ts";

const empty = (
  <EmptyState
    icon={<Wallet />}
    title={t`No deposits found`}
    description={t`Deposit requests that match your filters appear here.`}
    action={
      <Permitted<typeof initiateDeposit> needs="fund">
        <Button variant="secondary" icon={<Plus />} onClick={openAddFunds}>
          {t`Add Funds`}
        </Button>
      </Permitted>
    }
  />
);

function useDeposits({ status, utr, from, to }: DepositFilters, page = 1) {
  return usePage(listDeposits, { status, utr, from, to, page, limit: 20 });
}

export function DepositHistoryPage() {
  const { page, search, sort, after, ...applied } = useSearch({
    from: "/signed-in/dashboard/wallet/deposits",
  });
  const navigate = useNavigate();
  const filters = useListFilters<DepositFilters>(
    applied,
    (next, how) => void navigate({ to: paths.deposits, search: { ...next, search, sort }, ...how }),
  );
  const searched = { search, sort, after };
  const matches = useMatches(searchDeposits, searched, {
    status: applied.status,
    from: applied.from,
    to: applied.to,
  });
  const list = useDeposits(applied, page);

  return (
    <>
      <History<Deposit, DepositFilters>
        title={t`Deposit History`}
        description={t`Your deposit requests`}
        list={list}
        filters={filters}
        search={{
          value: searched,
          hint: t`UTR, remarks, sender, amount or last 4 digits`,
          orders: searchOrders,
          noun: t`deposits`,
          matches,
          go: (next, how) =>
            void navigate({ to: paths.deposits, search: { ...applied, ...next }, ...how }),
          goToAll: () => void navigate({ to: paths.deposits, search: { search, sort } }),
          views: {
            history: "deposits",
            current: { ...applied, search, sort },
            open: (query, how) =>
              void navigate({
                to: paths.deposits,
                search: readDepositFilters({ ...query }),
                ...how,
              }),
          },
        }}
        fields={<DepositFilterFields {...filters} />}
        keepsReset
        cards={<DepositCards answer={list.answer} />}
        exportOptions={{
          name: "deposits",
          count: async (query) => {
            const first = { query: { ...query, page: 1, limit: 1 } };
            return (await send(listDeposits, first)).total;
          },
          request: (filter) => ({ kind: "deposit_history", filter }),
          work: (query, options) =>
            download(exportDeposits, { query }, `deposits-export-${todayInIndia()}.csv`, options),
          successText: t`Deposit history exported successfully`,
          failureText: t`Failed to export deposit history`,
        }}
        table={{
          caption: t`Deposits, newest first`,
          columns: depositColumns,
          rowKey: (row) => row._id,
        }}
        empty={empty}
        failure={{ message: t`Failed to load deposits` }}
        pager={({ current_page, total_pages, total_records }) => {
          if (total_records === 0) return null;
          const total = total_records.toLocaleString("en-IN");
          return {
            summary: total_records === 1 ? t`${total} request` : t`${total} requests`,
            middle: t`Page ${current_page} of ${total_pages}`,
          };
        }}
      />
      <DepositDetails />
    </>
  );
}
