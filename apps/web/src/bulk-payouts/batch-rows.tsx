import { limits } from "@rokad/contract/limits";
import type { BatchRow, PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { listBatchRows } from "@rokad/contract/payout-batches";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { paths } from "../paths.ts";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Field } from "../ui/field.tsx";
import { rowsOfPage } from "../ui/pager-pages.ts";
import { Select } from "../ui/select.tsx";
import { toast } from "../ui/toast.ts";
import { phone, useMediaQuery } from "../ui/use-media-query.ts";
import { viewOptions } from "./batch-labels.ts";
import { rowColumns } from "./row-columns.tsx";
import { refreshBatches } from "./refresh-batches.ts";
import { saveRows } from "./save-rows.ts";

const BatchGrid = lazy(async () => ({ default: (await import("./batch-grid.tsx")).BatchGrid }));
const CorrectDialog = lazy(async () => ({
  default: (await import("./correct-dialog.tsx")).CorrectDialog,
}));

/** The rows of a batch, by what deserves a look; those of a draft can be corrected. */
export function BatchRows({ batch }: { batch: PayoutBatchDetail }) {
  const { view = "all", page = 1 } = useSearch({ from: "/signed-in/dashboard/bulk-payouts/$id" });
  const navigate = useNavigate();
  const go = (search: { view?: typeof view | undefined; page?: number | undefined }) =>
    void navigate({
      to: paths.bulkPayout,
      params: { id: batch.id },
      search,
      replace: true,
      resetScroll: false,
    });
  const query = { view, page, limit: limits.historyPageRows };
  const canCorrect = batch.can.includes("correct");
  // A spreadsheet needs a keyboard and width; on a phone each row is a card with its form.
  const isGrid = !useMediaQuery(phone) && canCorrect;
  const rows = useApi(listBatchRows, isGrid ? null : { params: { id: batch.id }, query }, {
    keepPrevious: true,
  });
  // Kept while the dialog closes.
  const [corrected, setCorrected] = useState<{ row: BatchRow; revision: number }>();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const correct = (row: BatchRow, revision: number) => {
    setCorrected({ row, revision });
    setIsCorrecting(true);
  };

  const [isChanging, setIsChanging] = useState(false);
  async function change(row: BatchRow, isRemoved: boolean) {
    setIsChanging(true);
    try {
      await saveRows(batch.id, {
        revision: batch.revision,
        changes: [{ number: row.number, is_removed: isRemoved }],
        seen: new Map([[row.number, row]]),
      });
      toast.success(isRemoved ? t`Line ${row.number} removed` : t`Line ${row.number} restored`);
    } catch (error) {
      toast.error(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      // The next change names the revision that this one led to.
      await refreshBatches();
      setIsChanging(false);
    }
  }

  const columns = rowColumns(
    batch,
    canCorrect
      ? {
          isBusy: isChanging,
          correct: (row) => correct(row, batch.revision),
          remove: (row) => void change(row, true),
          restore: (row) => void change(row, false),
        }
      : undefined,
  );
  return (
    <Card>
      <div className="border-b border-line p-4 md:px-5">
        <Field label={t`Rows`} className="max-md:w-full md:w-56">
          <Select
            options={viewOptions(batch)}
            value={view}
            onValueChange={(next) => go({ view: next === "all" ? undefined : next })}
          />
        </Field>
      </div>
      {isGrid ? (
        <Suspense fallback={<div className="min-h-96" aria-busy />}>
          <BatchGrid key={view} batch={batch} view={view} onCorrect={correct} />
        </Suspense>
      ) : (
        <PagedTable<BatchRow>
          caption={t`Rows in the order of the file`}
          columns={columns}
          rowKey={({ number }) => String(number)}
          tight
          list={{
            answer: rows.data,
            error: rows.data ? undefined : rows.error,
            refreshing: rows.isLoading && rows.data !== undefined,
            retrying: rows.error !== undefined && rows.isValidating,
            retry: () => void rows.mutate(),
          }}
          goToPage={(next) =>
            go({ view: view === "all" ? undefined : view, page: next > 1 ? next : undefined })
          }
          empty={
            <EmptyState
              icon={<Inbox />}
              title={t`No rows`}
              description={t`No rows match this filter`}
            />
          }
          failureText={t`Failed to load the rows`}
          summaryOf={({ current_page, per_page, total_records }) => {
            const { first, last } = rowsOfPage(current_page, per_page, total_records);
            return t`Showing ${first} to ${last} of ${total_records.toLocaleString("en-IN")} rows`;
          }}
        />
      )}
      <Suspense>
        {corrected && (
          <CorrectDialog
            batch={batch}
            {...corrected}
            open={isCorrecting}
            onClose={() => setIsCorrecting(false)}
            onClosed={() => setCorrected(undefined)}
          />
        )}
      </Suspense>
    </Card>
  );
}
