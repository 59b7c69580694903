import { listPlatformReports, type PlatformReport } from "@rokad/contract/platform-reports";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FileSpreadsheet } from "lucide-react";
import { messageOf } from "../api/api-error.ts";
import { usePage } from "../api/use-page.ts";
import { superAdminPaths } from "../paths.ts";
import { useLastPage } from "../shell/use-last-page.ts";
import { Card, CardHeader } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pager } from "../ui/pager.tsx";
import { reportColumns } from "./report-columns.tsx";
import { RequestCard } from "./request-card.tsx";

const empty = (
  <EmptyState
    icon={<FileSpreadsheet />}
    title="No reports yet"
    description="Reports that you have made appear here with their progress. Each can be downloaded for 7 days."
  />
);

/** The live stream tells of every step; where there is none, this looks. */
const lookAgainSeconds = 5;

function useReports() {
  const { page = 1 } = useSearch({ from: "/signed-in/super-admin/super-admin/reports" });
  const navigate = useNavigate();
  return {
    list: usePage(
      listPlatformReports,
      { page, limit: 20 },
      { lookAgainAfter: ({ data }) => (data.some(isUnderWay) ? lookAgainSeconds : null) },
    ),
    turnTo: (next: number, how: { replace?: boolean } = {}) =>
      void navigate({
        to: superAdminPaths.reports,
        search: { page: next > 1 ? next : undefined },
        ...how,
      }),
  };
}

function isUnderWay({ state }: PlatformReport): boolean {
  return state === "waiting" || state === "making";
}

/** Reports over all tenants: have one made, and fetch those that are ready. */
export function PlatformReportsPage() {
  const { list, turnTo } = useReports();
  const { answer, error, refreshing, retrying, retry } = list;
  const isBeyond = useLastPage(answer?.pagination, turnTo);
  const pages = error || isBeyond ? undefined : answer?.pagination;
  return (
    <>
      <PageHeader
        title="Reports"
        description="Files over all tenants that agree with the ledger to the paisa"
      />
      <RequestCard />
      <Card>
        <CardHeader
          ruled
          title="Your reports"
          description="Only you see them; each file is kept for 7 days"
        />
        <DataTable<PlatformReport>
          caption="Your reports, newest first"
          columns={reportColumns}
          rows={isBeyond ? undefined : answer?.data}
          rowKey={({ id }) => id}
          refreshing={refreshing}
          skeletonRows={3}
          empty={empty}
          error={
            error && (
              <ErrorPanel
                message="Failed to load your reports"
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
            summary={`${pages.total_records.toLocaleString("en-IN")} reports, newest first`}
            middle={`Page ${pages.current_page} of ${pages.total_pages}`}
            onPage={turnTo}
          />
        )}
      </Card>
    </>
  );
}
