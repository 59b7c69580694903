import {
  listBankAccountsForReview,
  type approveBankAccounts,
  type rejectBankAccounts,
  type revokeBankAccount,
} from "@rokad/contract/bank-account-reviews";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { CircleCheck, Landmark } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { useMay } from "../api/session.ts";
import { usePage } from "../api/use-page.ts";
import { superAdminPaths } from "../paths.ts";
import { FilterBar } from "../common/lists/filter-bar.tsx";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { ReviewQueue } from "../common/reviews/review-queue.tsx";
import { useListFilters } from "../common/lists/use-list-filters.ts";
import type { DayRange } from "../ui/day-presets.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { BankAccountQueueCards } from "./bank-account-queue-cards.tsx";
import { bankAccountQueueColumns } from "./bank-account-queue-columns.tsx";
import { BankAccountQueueFields } from "./bank-account-queue-fields.tsx";
import type { BankAccountQueueFilters } from "./bank-account-queue-filters.ts";
import { bankAccountReview } from "./bank-account-review.tsx";

function Empty({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState
      icon={<Landmark />}
      title={t`No bank accounts found`}
      description={t`No bank account matches these filters`}
    />
  ) : (
    <EmptyState
      icon={<CircleCheck />}
      title={t`Nothing to review`}
      description={t`Bank accounts appear here when tenants add them.`}
    />
  );
}

function useBankAccounts({ status, search }: BankAccountQueueFilters, page = 1) {
  const query = { status: status ?? "pending", search, page, limit: 20 } as const;
  return usePage(listBankAccountsForReview, query);
}

export function BankAccountReviewsPage() {
  const { page, ...applied } = useSearch({
    from: "/signed-in/super-admin/super-admin/bank-accounts",
  });
  const navigate = useNavigate();
  const filters = useListFilters<BankAccountQueueFilters & DayRange>(
    applied,
    (search, how) => void navigate({ to: superAdminPaths.bankAccounts, search, ...how }),
  );
  const list = useBankAccounts(applied, page);
  const canDecide = useMay<
    typeof approveBankAccounts | typeof rejectBankAccounts | typeof revokeBankAccount
  >("operate");

  return (
    <>
      <PageHeader
        title={t`Bank Accounts`}
        description={t`Bank accounts to approve for deposits, oldest first`}
        actions={<RefreshButton onRefresh={list.reload} />}
      />
      {!list.error && <BankAccountQueueCards of={list.answer?.summary} />}
      <ReviewQueue
        list={list}
        review={bankAccountReview}
        canDecide={canDecide}
        caption={t`Bank accounts, oldest first`}
        columns={bankAccountQueueColumns}
        filterBar={
          <FilterBar onApply={filters.apply} onReset={filters.reset}>
            <BankAccountQueueFields {...filters} />
          </FilterBar>
        }
        empty={<Empty filtered={filters.reset !== undefined} />}
        failureText={t`Failed to load bank accounts`}
        goToPage={filters.goToPage}
      />
    </>
  );
}
