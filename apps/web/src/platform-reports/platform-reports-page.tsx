import { listPlatformReports } from "@rokad/contract/platform-reports";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FileSpreadsheet } from "lucide-react";
import { usePage } from "../api/use-page.ts";
import { superAdminPaths } from "../paths.ts";
import { KeptFiles, lookAgainAfter } from "../shell/kept-files.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { reportColumns } from "./report-columns.tsx";
import { RequestCard } from "./request-card.tsx";

const empty = (
  <EmptyState
    icon={<FileSpreadsheet />}
    title="No reports yet"
    description="Reports that you have made appear here with their progress. Each can be downloaded for 7 days."
  />
);

function useReports() {
  const { page = 1 } = useSearch({ from: "/signed-in/super-admin/super-admin/reports" });
  const navigate = useNavigate();
  return {
    list: usePage(listPlatformReports, { page, limit: 20 }, { lookAgainAfter }),
    turnTo: (next: number, how: { replace?: boolean } = {}) =>
      void navigate({
        to: superAdminPaths.reports,
        search: { page: next > 1 ? next : undefined },
        ...how,
      }),
  };
}

/** Reports over all tenants: have one made, and fetch those that are ready. */
export function PlatformReportsPage() {
  const { list, turnTo } = useReports();
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
        <KeptFiles
          caption="Your reports, newest first"
          noun="reports"
          columns={reportColumns}
          list={list}
          turnTo={turnTo}
          empty={empty}
        />
      </Card>
    </>
  );
}
