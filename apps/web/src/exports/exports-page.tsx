import { listExports, type PreparedExport } from "@rokad/contract/exports";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FileDown } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { t } from "../language.ts";
import { usePage } from "../api/use-page.ts";
import { paths } from "../paths.ts";
import { StoredFiles, nextPollSeconds } from "../common/stored-files/stored-files.tsx";
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
    title={t`No prepared exports`}
    description={t`Exports of more than 50,000 rows are prepared in the background. You can download them here for 7 days.`}
  />
);

function useExports() {
  const { page = 1 } = useSearch({ from: "/signed-in/dashboard/exports" });
  const navigate = useNavigate();
  return {
    list: usePage(listExports, { page, limit: 20 }, { nextPollSeconds }),
    goToPage: (next: number, how: { replace?: boolean } = {}) =>
      void navigate({
        to: paths.exports,
        search: { page: next > 1 ? next : undefined },
        ...how,
      }),
  };
}

/** This account's background exports, in progress and ready. */
export function ExportsPage() {
  const { list, goToPage } = useExports();
  const [selected, setSelected] = useState<PreparedExport>();
  const columns = useMemo(() => exportColumns(setSelected), []);
  return (
    <>
      <PageHeader
        title={t`Prepared Exports`}
        description={t`Large exports, prepared in the background and stored for 7 days`}
      />
      <Card>
        <StoredFiles
          caption={t`Prepared exports, newest first`}
          noun={t`exports`}
          columns={columns}
          list={list}
          goToPage={goToPage}
          empty={empty}
        />
      </Card>
      <Suspense>
        {selected && (
          <DeleteExport
            selected={selected}
            current={list.answer?.data.find(({ id }) => id === selected.id)}
            onClosed={() => setSelected(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
