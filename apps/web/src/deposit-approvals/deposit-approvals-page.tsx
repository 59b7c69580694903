import {
  listDepositsForReview,
  type approveDeposit,
  type approveDeposits,
  type rejectDeposits,
} from "@rokad/contract/deposit-reviews";
import type { importStatement } from "@rokad/contract/statement-import";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { CircleCheck, FileUp, Inbox } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { useMay, useUser } from "../api/session.ts";
import { usePage } from "../api/use-page.ts";
import { superAdminPaths } from "../paths.ts";
import { FilterBar } from "../common/lists/filter-bar.tsx";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { ReviewQueue } from "../common/reviews/review-queue.tsx";
import { useListFilters } from "../common/lists/use-list-filters.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { DepositQueueCards } from "./deposit-queue-cards.tsx";
import { depositQueueColumns } from "./deposit-queue-columns.tsx";
import { DepositQueueFields } from "./deposit-queue-fields.tsx";
import type { DepositQueueFilters } from "./deposit-queue-filters.ts";
import { shownStatus } from "./shown-status.ts";
import { noLimits } from "./describe-approval.ts";
import { depositReview } from "./deposit-review.tsx";

function Empty({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState
      icon={<Inbox />}
      title={t`No deposits found`}
      description={t`No deposit matches these filters`}
    />
  ) : (
    <EmptyState
      icon={<CircleCheck />}
      title={t`Nothing to review`}
      description={t`Deposit requests appear here when tenants submit them.`}
    />
  );
}

function useDeposits(filters: DepositQueueFilters, page = 1) {
  const { utr, from, to } = filters;
  const query = { status: shownStatus(filters), utr, from, to, page, limit: 20 } as const;
  return usePage(listDepositsForReview, query);
}

export function DepositApprovalsPage() {
  const { page, ...applied } = useSearch({ from: "/signed-in/super-admin/super-admin/deposits" });
  const navigate = useNavigate();
  const filters = useListFilters<DepositQueueFilters>(
    applied,
    (search, how) => void navigate({ to: superAdminPaths.deposits, search, ...how }),
  );
  const list = useDeposits(applied, page);
  const user = useUser();
  const canDecide = useMay<
    typeof approveDeposit | typeof approveDeposits | typeof rejectDeposits | typeof importStatement
  >("operate");

  return (
    <>
      <PageHeader
        title={t`Deposit Approval`}
        description={t`Deposit requests to review, oldest first`}
        actions={
          <>
            <Link
              to={superAdminPaths.statementImport}
              className={buttonClass({ variant: "secondary" })}
            >
              <FileUp />
              {canDecide ? t`Import Statement` : t`Statement Imports`}
            </Link>
            <RefreshButton onRefresh={list.reload} />
          </>
        }
      />
      {!list.error && <DepositQueueCards of={list.answer?.summary} />}
      <ReviewQueue
        list={list}
        review={depositReview(user?.id, list.answer?.summary ?? noLimits)}
        canDecide={canDecide}
        caption={t`Deposits, oldest first`}
        columns={depositQueueColumns(canDecide ? user?.id : undefined)}
        filterBar={
          <FilterBar
            range={filters.draft}
            onRange={filters.changeDays}
            onApply={filters.apply}
            onReset={filters.reset}
          >
            <DepositQueueFields {...filters} />
          </FilterBar>
        }
        empty={<Empty filtered={filters.reset !== undefined} />}
        failureText={t`Failed to load deposits`}
        goToPage={filters.goToPage}
      />
    </>
  );
}
