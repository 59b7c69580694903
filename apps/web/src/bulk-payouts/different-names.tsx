import { limits } from "@rokad/contract/limits";
import type { BatchRow, PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { changeBatchRows, listBatchRows } from "@rokad/contract/payout-batches";
import { useId, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { rowsOfPage } from "../ui/pager-pages.ts";
import type { Column } from "../ui/table-cards.ts";
import { toast } from "../ui/toast.ts";
import { destinationOf, rowsText } from "./batch-labels.ts";
import { refreshBatches } from "./refresh-batches.ts";

/** The rows whose bank has another name, each with a confirmation or who gave it. */
export function DifferentNames({ batch }: { batch: PayoutBatchDetail }) {
  const [page, setPage] = useState(1);
  // Shown at once; the server's answer replaces it.
  const [saving, setSaving] = useState<Confirming>();
  const query = { view: "different_name" as const, page, limit: limits.historyPageRows };
  const rows = useApi(listBatchRows, { params: { id: batch.id }, query }, { keepPrevious: true });
  const canConfirm = batch.can.includes("correct") && !currentViewing();
  const open = batch.check?.unconfirmed ?? 0;

  async function confirm({ number }: BatchRow, isConfirmed: boolean) {
    setSaving({ number, isConfirmed });
    try {
      const changes = [{ number, confirms_name: isConfirmed }];
      await send(changeBatchRows, {
        params: { id: batch.id },
        body: { revision: batch.revision, changes },
      });
    } catch (error) {
      toast.error(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      await refreshBatches();
      setSaving(undefined);
    }
  }

  const columns = namesColumns(
    canConfirm ? { saving, confirm: (row, to) => void confirm(row, to) } : undefined,
  );
  return (
    <Card>
      <CardHeader
        ruled
        title={t`Different names at the bank`}
        description={
          open > 0
            ? t`Confirm, correct or remove ${rowsText(open)} before you pay.`
            : t`Each one is paid under the entered name.`
        }
      />
      <PagedTable<BatchRow>
        caption={t`Rows with a different name at the bank`}
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
        goToPage={setPage}
        empty={<EmptyState title={t`No different names`} description={t`All names match`} />}
        failureText={t`Failed to load the names`}
        pagerLabel={t`Pages of names`}
        summaryOf={({ current_page, per_page, total_records }) => {
          const { first, last } = rowsOfPage(current_page, per_page, total_records);
          return t`Showing ${first} to ${last} of ${total_records.toLocaleString("en-IN")} rows`;
        }}
      />
    </Card>
  );
}

/** The confirmation that is being saved. */
interface Confirming {
  readonly number: number;
  readonly isConfirmed: boolean;
}

interface Confirmations {
  readonly saving: Confirming | undefined;
  readonly confirm: (row: BatchRow, isConfirmed: boolean) => void;
}

function namesColumns(confirmations: Confirmations | undefined): Column<BatchRow>[] {
  return [
    {
      id: "line",
      header: t`Line`,
      card: "line",
      align: "end",
      cell: ({ number }) => <span className="text-muted">{number}</span>,
    },
    {
      id: "entered",
      header: t`You entered`,
      card: "title",
      cell: (row) => (
        <div className="min-w-0 break-words whitespace-normal md:max-w-64">
          <span className="block font-medium">{row.fields.beneficiary_name}</span>
          <span className="block text-xs text-muted">{destinationOf(row)}</span>
        </div>
      ),
    },
    {
      id: "bank",
      header: t`Name at bank`,
      card: "line",
      cell: ({ account_check: check }) => (
        <span className="font-medium break-words whitespace-normal">{check?.name_at_bank}</span>
      ),
    },
    {
      id: "confirmed",
      header: t`Confirmed`,
      card: "foot",
      cell: (row) =>
        confirmations ? (
          <Confirmation row={row} confirmations={confirmations} />
        ) : (
          <span className="whitespace-normal text-muted">
            {row.name_confirmed ? t`By ${row.name_confirmed.by.name}` : t`Not confirmed`}
          </span>
        ),
    },
  ];
}

interface ConfirmationProps {
  row: BatchRow;
  confirmations: Confirmations;
}

function Confirmation({ row, confirmations: { saving, confirm } }: ConfirmationProps) {
  const id = useId();
  return (
    <span className="flex min-h-11 items-center gap-2.5 whitespace-normal md:min-h-9">
      <Checkbox
        id={id}
        checked={saving?.number === row.number ? saving.isConfirmed : row.name_confirmed !== null}
        disabled={saving !== undefined}
        aria-label={t`Line ${row.number}: pay under the name you entered`}
        onChange={(event) => confirm(row, event.target.checked)}
      />
      <label htmlFor={id} className="cursor-pointer">
        {t`Pay under the name you entered`}
      </label>
    </span>
  );
}
