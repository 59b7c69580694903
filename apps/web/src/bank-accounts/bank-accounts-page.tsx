import { listBankAccounts, type addBankAccount } from "@rokad/contract/bank-accounts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Landmark, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useMay } from "../api/session.ts";
import { usePage } from "../api/use-page.ts";
import { paths } from "../paths.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { useLastPage } from "../common/lists/use-last-page.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pager } from "../ui/pager.tsx";
import { BankAccountCounts } from "./bank-account-counts.tsx";
import { BankAccountFilterBar } from "./bank-account-filter-bar.tsx";
import type { BankAccountFilters } from "./bank-account-filters.ts";
import { BankAccountGrid } from "./bank-account-grid.tsx";
import { searchAccounts } from "./search-accounts.ts";

const AddBankAccountDialog = lazy(async () => ({
  default: (await import("./add-bank-account-dialog.tsx")).AddBankAccountDialog,
}));

function Empty({ isFiltered, onAdd }: { isFiltered: boolean; onAdd: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={<Landmark />}
      title={t`No bank accounts found`}
      description={
        isFiltered
          ? t`No account matches your search and filters`
          : onAdd
            ? t`Add the accounts you transfer from. Deposits are accepted only from whitelisted accounts.`
            : t`Deposits are accepted only from whitelisted accounts.`
      }
      action={
        !isFiltered &&
        onAdd && (
          <Button variant="secondary" icon={<Plus />} onClick={onAdd}>
            {t`Add Account`}
          </Button>
        )
      }
    />
  );
}

function useBankAccounts({ status, page }: BankAccountFilters) {
  return usePage(listBankAccounts, { status, page: page ?? 1, limit: 12 });
}

export function BankAccountsPage() {
  const filters = useSearch({ from: "/signed-in/dashboard/settings/whitelist-bank-accounts" });
  const { search = "", status } = filters;
  const canAdd = useMay<typeof addBankAccount>("fund");
  const navigate = useNavigate();
  const { answer, error, refreshing, retrying, reload, retry } = useBankAccounts(filters);
  const [dialogState, setDialogState] = useState<"no" | "open" | "closing">("no");
  const pages = answer?.pagination;
  const goToPage = (page: number, how?: { replace: boolean }) =>
    void navigate({
      to: paths.bankAccounts,
      search: { ...filters, page: page > 1 ? page : undefined },
      ...how,
    });
  const isBeyond = useLastPage(pages, goToPage);

  return (
    <>
      <PageHeader
        title={t`Bank Accounts`}
        description={t`Manage your whitelisted bank accounts for deposits`}
        actions={
          <>
            <RefreshButton onRefresh={reload} />
            {canAdd && (
              <Button icon={<Plus />} onClick={() => setDialogState("open")}>
                {t`Add Account`}
              </Button>
            )}
          </>
        }
      />
      {!error && <BankAccountCounts accounts={answer?.data} />}
      <BankAccountFilterBar filters={filters} />
      {error ? (
        <Card>
          <ErrorPanel
            message={t`Failed to load bank accounts`}
            detail={messageOf(error, "")}
            onRetry={retry}
            busy={retrying}
          />
        </Card>
      ) : (
        <BankAccountGrid
          accounts={isBeyond || !answer ? undefined : searchAccounts(answer.data, search)}
          refreshing={refreshing}
          empty={
            <Empty
              isFiltered={Boolean(search || status)}
              onAdd={canAdd ? () => setDialogState("open") : undefined}
            />
          }
        />
      )}
      {pages && !error && !isBeyond && pages.total_pages > 1 && (
        <Card>
          <Pager
            page={pages.current_page}
            totalPages={pages.total_pages}
            summary={t`${pages.total_records} bank accounts`}
            middle={t`Page ${pages.current_page} of ${pages.total_pages}`}
            onPage={goToPage}
          />
        </Card>
      )}
      <Suspense>
        {dialogState !== "no" && (
          <AddBankAccountDialog
            open={dialogState === "open"}
            onClose={() => setDialogState("closing")}
          />
        )}
      </Suspense>
    </>
  );
}
