import { todayInIndia } from "@rokad/contract/fields";
import { getStatement, type StatementLine } from "@rokad/contract/reports";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { usePage } from "../api/use-page.ts";
import { paths } from "../paths.ts";
import { useLastPage } from "../common/lists/use-last-page.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pager } from "../ui/pager.tsx";
import { PeriodBar } from "./period-bar.tsx";
import { thisMonth } from "./periods.ts";
import { statementColumns } from "./statement-columns.tsx";
import { StatementDownloads } from "./statement-downloads.tsx";
import { StatementFigures, WalletHistoryNote } from "./statement-figures.tsx";

const empty = (
  <EmptyState
    icon={<FileText />}
    title={t`No entries in this period`}
    description={t`Choose another period to see deposits and payouts.`}
  />
);

function useStatement() {
  const search = useSearch({ from: "/signed-in/dashboard/reports" });
  const { from, to, page = 1 } = search;
  const period = from && to ? { from, to } : thisMonth(todayInIndia());
  const navigate = useNavigate();
  return {
    period,
    list: usePage(getStatement, { ...period, page, limit: 20 }),
    goToPage: (next: number, how: { replace?: boolean } = {}) =>
      void navigate({
        to: paths.reports,
        search: { ...search, page: next > 1 ? next : undefined },
        ...how,
      }),
  };
}

/** The statement of account: its totals, its lines, and its files. */
export function Statement() {
  const { period, list, goToPage } = useStatement();
  const { answer, error, refreshing, retrying, retry } = list;
  const isBeyond = useLastPage(answer?.pagination, goToPage);
  const pages = error || isBeyond ? undefined : answer?.pagination;

  return (
    <>
      <PageHeader
        title={t`Reports`}
        description={t`View or download statements and GST summaries`}
        actions={<StatementDownloads period={period} />}
      />
      {!error && <StatementFigures figures={answer?.summary} period={period} />}
      <Card>
        <PeriodBar period={period} />
        <DataTable<StatementLine>
          caption={t`Statement of account, oldest line first`}
          skeletonRows={10}
          columns={statementColumns}
          rows={isBeyond ? undefined : answer?.data}
          rowKey={(line) => String(line.entry)}
          refreshing={refreshing}
          empty={empty}
          error={
            error && (
              <ErrorPanel
                message={t`Failed to load the statement`}
                detail={messageOf(error, "")}
                onRetry={retry}
                busy={retrying}
              />
            )
          }
        />
        {pages && pages.total_records > 0 && (
          <Pager
            page={pages.current_page}
            totalPages={pages.total_pages}
            summary={
              pages.total_records === 1
                ? t`${pages.total_records.toLocaleString("en-IN")} line, oldest first`
                : t`${pages.total_records.toLocaleString("en-IN")} lines, oldest first`
            }
            middle={t`Page ${pages.current_page} of ${pages.total_pages}`}
            onPage={goToPage}
          />
        )}
        {/* Below what is read first, so that nothing moves when it comes. */}
        {answer && !error && <WalletHistoryNote figures={answer.summary} />}
      </Card>
    </>
  );
}
