import { listExports, type PreparedExport } from "@rokad/contract/exports";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FileDown } from "lucide-react";
import { messageOf } from "../api/api-error.ts";
import { usePage } from "../api/use-page.ts";
import { paths } from "../paths.ts";
import { useLastPage } from "../shell/use-last-page.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pager } from "../ui/pager.tsx";
import { exportColumns } from "./export-columns.tsx";

const empty = (
  <EmptyState
    icon={<FileDown />}
    title="No prepared exports"
    description="A history of more than 50,000 rows is exported in the background. Such files appear here with their progress, and can be downloaded for 7 days."
  />
);

/** The live stream tells of every step; where there is none, this looks. */
const lookAgainSeconds = 5;

function useExports() {
  const { page = 1 } = useSearch({ from: "/signed-in/dashboard/exports" });
  const navigate = useNavigate();
  return {
    list: usePage(
      listExports,
      { page, limit: 20 },
      { lookAgainAfter: ({ data }) => (data.some(isUnderWay) ? lookAgainSeconds : null) },
    ),
    turnTo: (next: number, how: { replace?: boolean } = {}) =>
      void navigate({
        to: paths.exports,
        search: { page: next > 1 ? next : undefined },
        ...how,
      }),
  };
}

function isUnderWay({ state }: PreparedExport): boolean {
  return state === "waiting" || state === "making";
}

/** Files that are made in the background for this account, and those that are ready. */
export function ExportsPage() {
  const { list, turnTo } = useExports();
  const { answer, error, refreshing, retrying, retry } = list;
  const isBeyond = useLastPage(answer?.pagination, turnTo);
  const pages = error || isBeyond ? undefined : answer?.pagination;
  return (
    <>
      <PageHeader
        title="Prepared Exports"
        description="Large exports of your histories, made in the background and kept for 7 days"
      />
      <Card>
        <DataTable<PreparedExport>
          caption="Prepared exports, newest first"
          columns={exportColumns}
          rows={isBeyond ? undefined : answer?.data}
          rowKey={({ id }) => id}
          refreshing={refreshing}
          skeletonRows={3}
          empty={empty}
          error={
            error && (
              <ErrorPanel
                message="Failed to load your exports"
                detail={messageOf(error, "")}
                onRetry={retry}
                busy={retrying}
              />
            )
          }
        />
        {pages && pages.total_pages > 1 && (
          <Pager
            page={pages.current_page}
            totalPages={pages.total_pages}
            summary={`${pages.total_records.toLocaleString("en-IN")} exports, newest first`}
            middle={`Page ${pages.current_page} of ${pages.total_pages}`}
            onPage={turnTo}
          />
        )}
      </Card>
    </>
  );
}
