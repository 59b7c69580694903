import { listReconciliationRuns, type ReconciliationRun } from "@rokad/contract/reconciliation";
import { Scale } from "lucide-react";
import { useMemo } from "react";
import { messageOf } from "../api/api-error.ts";
import { usePage } from "../api/use-page.ts";
import { useLastPage } from "../shell/use-last-page.ts";
import { Card, CardHeader } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Pager } from "../ui/pager.tsx";
import { runColumns } from "./run-columns.tsx";

interface RunsCardProps {
  page: number;
  onPage: (page: number, how?: { replace: boolean }) => void;
  /** Shows the differences of a run's day. */
  onShow: (run: ReconciliationRun) => void;
}

const empty = (
  <EmptyState
    icon={<Scale />}
    title="Not reconciled yet"
    description="Each night's reconciliation appears here, and each that you ask for, with its result."
  />
);

/** The live stream tells of every step; where there is none, this looks. */
const lookAgainSeconds = 3;

/** Every run, newest first: how it goes, and how it ended. */
export function RunsCard({ page, onPage, onShow }: RunsCardProps) {
  const { answer, error, refreshing, retrying, retry } = usePage(
    listReconciliationRuns,
    { page, limit: 10 },
    { lookAgainAfter: ({ data }) => (data.some(isUnderWay) ? lookAgainSeconds : null) },
  );
  const isBeyond = useLastPage(answer?.pagination, onPage);
  const pages = error || isBeyond ? undefined : answer?.pagination;
  const columns = useMemo(() => runColumns(onShow), [onShow]);
  return (
    <Card>
      <CardHeader ruled title="Runs" description="By day and provider, newest first" />
      <DataTable<ReconciliationRun>
        caption="Reconciliations, newest first"
        columns={columns}
        rows={isBeyond ? undefined : answer?.data}
        rowKey={({ id }) => id}
        refreshing={refreshing}
        skeletonRows={3}
        empty={empty}
        error={
          error && (
            <ErrorPanel
              message="Failed to load the runs"
              detail={messageOf(error, "")}
              onRetry={retry}
              busy={retrying}
            />
          )
        }
      />
      {pages && pages.total_pages > 1 && (
        <Pager
          label="Pages of runs"
          page={pages.current_page}
          totalPages={pages.total_pages}
          summary={`${pages.total_records.toLocaleString("en-IN")} runs, newest first`}
          middle={`Page ${pages.current_page} of ${pages.total_pages}`}
          onPage={onPage}
        />
      )}
    </Card>
  );
}

function isUnderWay({ state }: ReconciliationRun): boolean {
  return state === "waiting" || state === "running";
}
