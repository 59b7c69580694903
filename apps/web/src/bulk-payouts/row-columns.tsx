import type { BatchRow, PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { Link } from "@tanstack/react-router";
import { Pencil, RotateCcw, Trash2 } from "lucide-react";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";
import { RowBadge } from "./batch-badge.tsx";
import { destinationOf } from "./batch-labels.ts";
import { nameNote, repairNote } from "./row-notes.ts";

/** What can be done with a row of a draft. */
interface RowActions {
  /** While a change is saved the next one has to wait. */
  readonly isBusy: boolean;
  readonly correct: (row: BatchRow) => void;
  readonly remove: (row: BatchRow) => void;
  readonly restore: (row: BatchRow) => void;
}

export function rowColumns(
  { state }: Pick<PayoutBatchDetail, "state">,
  actions: RowActions | undefined,
): Column<BatchRow>[] {
  const isNotStarted = state === "draft" || state === "awaiting_approval";
  return [
    {
      id: "line",
      header: t`Line`,
      card: "line",
      align: "end",
      cell: ({ number }) => <span className="text-muted">{number}</span>,
    },
    {
      id: "payee",
      header: t`Beneficiary`,
      card: "title",
      cell: (row) => (
        <div className="min-w-0 md:max-w-64">
          <span className="block truncate font-medium" title={row.fields.beneficiary_name}>
            {row.fields.beneficiary_name ?? t`No name`}
          </span>
          <span className="block truncate text-xs text-muted" title={destinationOf(row)}>
            {destinationOf(row)}
            {row.is_new_payee && isNotStarted && t` · New`}
          </span>
        </div>
      ),
    },
    {
      id: "amount",
      header: t`Amount`,
      card: "value",
      align: "end",
      cell: ({ amount, fields }) =>
        amount ? (
          <Money value={amount} className="font-semibold" />
        ) : (
          <span className="text-bad">{fields.amount ?? t`None`}</span>
        ),
    },
    {
      id: "state",
      header: t`Status`,
      card: "status",
      cell: (row) => <RowBadge state={row.state} />,
    },
    {
      id: "notes",
      header: t`Details`,
      card: "line",
      className: "w-full",
      cell: (row) => <Notes row={row} />,
    },
    ...(actions
      ? [
          {
            id: "action",
            header: t`Actions`,
            headerHidden: true,
            card: "foot" as const,
            align: "end" as const,
            cell: (row: BatchRow) => <Actions row={row} actions={actions} />,
          },
        ]
      : []),
  ];
}

/** Why it is wrong or failed, what was repaired, what deserves a look, and its payout. */
function Notes({ row }: { row: BatchRow }) {
  const { problem, warnings, payout, failure_reason: reason } = row;
  const name = nameNote(row);
  const repair = payout ? undefined : repairNote(row);
  const isWrong = row.state !== "removed" && problem !== null;
  const hasNotes =
    isWrong || reason || warnings.length > 0 || name || repair || payout || row.method_reason;
  if (!hasNotes) return <span className="text-muted">–</span>;
  return (
    <div className="grid min-w-48 gap-0.5 text-xs text-pretty break-words whitespace-normal text-muted">
      {isWrong && <p className="text-bad">{problem}</p>}
      {reason && <p className="text-bad">{reason}</p>}
      {warnings.map((warning) => (
        <p key={warning} className="text-warn">
          {warning}
        </p>
      ))}
      {name && <p>{name}</p>}
      {row.name_confirmed && <p>{t`Entered name confirmed by ${row.name_confirmed.by.name}`}</p>}
      {repair && <p>{repair}</p>}
      {row.method_reason && !payout && <p>{row.method_reason}</p>}
      {payout && (
        <p className="tabular-nums">
          <Link
            to={paths.payout}
            params={{ id: payout.id }}
            className="text-brand-ink underline underline-offset-4"
          >
            {payout.reference_id}
          </Link>
          {payout.utr_number && ` · UTR ${payout.utr_number}`}
        </p>
      )}
    </div>
  );
}

function Actions({ row, actions }: { row: BatchRow; actions: RowActions }) {
  const name = t`line ${row.number}`;
  if (row.state === "removed") {
    return (
      <Button
        variant="secondary"
        size="sm"
        icon={<RotateCcw />}
        aria-label={t`Restore ${name}`}
        disabled={actions.isBusy}
        onClick={() => actions.restore(row)}
      >
        {t`Restore`}
      </Button>
    );
  }
  return (
    <div className="flex justify-end gap-2">
      <Button
        variant="secondary"
        size="sm"
        icon={<Pencil />}
        aria-label={t`Edit ${name}`}
        disabled={actions.isBusy}
        onClick={() => actions.correct(row)}
      >
        {t`Edit`}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={<Trash2 />}
        aria-label={t`Remove ${name}`}
        disabled={actions.isBusy}
        onClick={() => actions.remove(row)}
      >
        {t`Remove`}
      </Button>
    </div>
  );
}
