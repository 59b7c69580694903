import { listPlatformReports, type requestPlatformReport } from "@rokad/contract/platform-reports";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FileSpreadsheet } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { useMay } from "../api/session.ts";
import { usePage } from "../api/use-page.ts";
import { superAdminPaths } from "../paths.ts";
import { WhoMay } from "../common/people/who-may.tsx";
import { StoredFiles, nextPollSeconds } from "../common/stored-files/stored-files.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { IssuedInvoicesCard } from "./issued-invoices-card.tsx";
import { reportColumns } from "./report-columns.tsx";
import { RequestCard } from "./request-card.tsx";

const empty = (
  <EmptyState
    icon={<FileSpreadsheet />}
    title={t`No reports yet`}
    description={t`Your reports appear here with their progress. You can download each for 7 days.`}
  />
);

function useReports() {
  const { page = 1 } = useSearch({ from: "/signed-in/super-admin/super-admin/reports" });
  const navigate = useNavigate();
  return {
    list: usePage(listPlatformReports, { page, limit: 20 }, { nextPollSeconds }),
    goToPage: (next: number, how: { replace?: boolean } = {}) =>
      void navigate({
        to: superAdminPaths.reports,
        search: { page: next > 1 ? next : undefined },
        ...how,
      }),
  };
}

/** Reports over all tenants: a form to create one, and the person's own reports. */
export function PlatformReportsPage() {
  const { list, goToPage } = useReports();
  const canRequest = useMay<typeof requestPlatformReport>("finance");
  return (
    <>
      <PageHeader
        title={t`Reports`}
        description={t`Files over all tenants that match the ledger to the paisa`}
      />
      {canRequest ? (
        <RequestCard />
      ) : (
        <WhoMay<typeof requestPlatformReport> needs="finance" action={t`Creating a report`} />
      )}
      <Card>
        <CardHeader
          ruled
          title={t`Your reports`}
          description={t`Visible only to you; each file is stored for 7 days`}
        />
        <StoredFiles
          caption={t`Your reports, newest first`}
          noun={t`reports`}
          columns={reportColumns}
          list={list}
          goToPage={goToPage}
          empty={empty}
        />
      </Card>
      {canRequest && <IssuedInvoicesCard />}
    </>
  );
}
