import { listExports, type PreparedExport } from "@rokad/contract/exports";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FileDown } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { usePage } from "../api/use-page.ts";
import { paths } from "../paths.ts";
import { KeptFiles, lookAgainAfter } from "../shell/kept-files.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { exportColumns } from "./export-columns.tsx";

const DeleteExport = lazy(async () => ({
  default: (await import("./delete-export.tsx")).DeleteExport,
}));

const empty = (
  <EmptyState
    icon={<FileDown />}
    title="No prepared exports"
    description="A history of more than 50,000 rows is exported in the background. Such files appear here with their progress, and can be downloaded for 7 days."
  />
);

function useExports() {
  const { page = 1 } = useSearch({ from: "/signed-in/dashboard/exports" });
  const navigate = useNavigate();
  return {
    list: usePage(listExports, { page, limit: 20 }, { lookAgainAfter }),
    turnTo: (next: number, how: { replace?: boolean } = {}) =>
      void navigate({
        to: paths.exports,
        search: { page: next > 1 ? next : undefined },
        ...how,
      }),
  };
}

/** Files that are made in the background for this account, and those that are ready. */
export function ExportsPage() {
  const { list, turnTo } = useExports();
  const [asked, setAsked] = useState<PreparedExport>();
  const columns = useMemo(() => exportColumns(setAsked), []);
  return (
    <>
      <PageHeader
        title="Prepared Exports"
        description="Large exports of your histories, made in the background and kept for 7 days"
      />
      <Card>
        <KeptFiles
          caption="Prepared exports, newest first"
          noun="exports"
          columns={columns}
          list={list}
          turnTo={turnTo}
          empty={empty}
        />
      </Card>
      <Suspense>
        {asked && (
          <DeleteExport
            asked={asked}
            now={list.answer?.data.find(({ id }) => id === asked.id)}
            onClosed={() => setAsked(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
