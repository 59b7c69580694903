import { listReconciliationRuns, type ReconciliationRun } from "@rokad/contract/reconciliation";
import { Scale } from "lucide-react";
import { useMemo } from "react";
import { t } from "../super-admin-language.ts";
import { usePage } from "../api/use-page.ts";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
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
    title={t`Not reconciled yet`}
    description={t`Nightly and requested reconciliations appear here with their results.`}
  />
);

/** Polls as a fallback for the live stream. */
const pollSeconds = 3;

/** All runs with their state and result, newest first. */
export function RunsCard({ page, onPage, onShow }: RunsCardProps) {
  const list = usePage(
    listReconciliationRuns,
    { page, limit: 10 },
    { nextPollSeconds: ({ data }) => (data.some(isInProgress) ? pollSeconds : null) },
  );
  const columns = useMemo(() => runColumns(onShow), [onShow]);
  return (
    <Card>
      <CardHeader ruled title={t`Runs`} description={t`By day and provider, newest first`} />
      <PagedTable<ReconciliationRun>
        caption={t`Reconciliations, newest first`}
        columns={columns}
        rowKey={({ id }) => id}
        skeletonRows={3}
        list={list}
        goToPage={onPage}
        empty={empty}
        failureText={t`Failed to load the runs`}
        pagerLabel={t`Pages of runs`}
        summaryOf={({ total_records: total }) =>
          t`${total.toLocaleString("en-IN")} runs, newest first`
        }
      />
    </Card>
  );
}

function isInProgress({ state }: ReconciliationRun): boolean {
  return state === "waiting" || state === "running";
}
