import { Check, X } from "lucide-react";
import { t } from "../../super-admin-language.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import type { Column } from "../../ui/table-cards.ts";
import { isPending, type Review, type Reviewable } from "./review.ts";
import { WarningBadges } from "./warning-badges.tsx";

interface RowActions<Row> {
  /** Without it there is neither selection nor decision. */
  canDecide: boolean;
  open: (row: Row) => void;
  approve: (row: Row) => void;
  reject: (row: Row) => void;
  select: (row: Row) => void;
  isSelected: (row: Row) => boolean;
}

/** The page's own columns between the common ones: selection, tenant, warnings, decision. */
export function reviewColumns<Row extends Reviewable>(
  review: Review<Row>,
  pageColumns: readonly Column<Row>[],
  actions: RowActions<Row>,
): readonly Column<Row>[] {
  const columns: readonly Column<Row>[] = [
    {
      id: "selection",
      header: t`Select`,
      headerHidden: true,
      // On a phone the checkbox is among the actions.
      card: "none",
      cell: (row) =>
        isPending(row) && <SelectionCheckbox row={row} review={review} actions={actions} />,
    },
    {
      id: "tenant",
      header: t`Tenant`,
      card: "title",
      cell: (row) => (
        <div className="min-w-0 md:max-w-36">
          <button
            type="button"
            data-row={row._id}
            aria-label={t`${row.tenant.name}, details of ${review.nameOf(row)}`}
            title={row.tenant.name}
            className="block max-w-full truncate text-left font-medium underline-offset-4 hover:underline"
            onClick={() => actions.open(row)}
          >
            {row.tenant.name}
          </button>
          <span className="block truncate text-xs text-muted">{row.tenant.phone}</span>
        </div>
      ),
    },
    ...pageColumns,
    {
      id: "findings",
      header: t`Findings`,
      card: "line",
      cell: (row) => <Findings row={row} review={review} />,
    },
    {
      id: "decision",
      header: t`Decision`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (row) =>
        isPending(row) && <DecisionButtons row={row} review={review} actions={actions} />,
    },
  ];
  return actions.canDecide ? columns : columns.filter(({ id }) => !decisionColumns.has(id));
}

const decisionColumns: ReadonlySet<string> = new Set(["selection", "decision"]);

interface CellProps<Row> {
  row: Row;
  review: Review<Row>;
  actions: RowActions<Row>;
}

function SelectionCheckbox<Row extends Reviewable>({ row, review, actions }: CellProps<Row>) {
  return (
    <Checkbox
      aria-label={t`Select ${review.nameOf(row)}`}
      checked={actions.isSelected(row)}
      onChange={() => actions.select(row)}
    />
  );
}

function DecisionButtons<Row extends Reviewable>({ row, review, actions }: CellProps<Row>) {
  const name = review.nameOf(row);
  const blocked = review.blocked?.(row);
  return (
    <div className="flex items-center justify-end gap-2">
      <span className="flex items-center gap-2 text-dense text-muted md:hidden">
        <SelectionCheckbox row={row} review={review} actions={actions} />
        {t`Select`}
      </span>
      <Button
        variant="secondary"
        size="sm"
        icon={<Check />}
        aria-label={t`Approve ${name}`}
        title={blocked ?? t`Approve`}
        disabled={blocked !== undefined}
        onClick={() => actions.approve(row)}
      >
        <span className="md:hidden">{t`Approve`}</span>
      </Button>
      <Button
        variant="secondary"
        size="sm"
        icon={<X />}
        aria-label={t`Reject ${name}`}
        title={t`Reject`}
        onClick={() => actions.reject(row)}
      >
        <span className="md:hidden">{t`Reject`}</span>
      </Button>
    </div>
  );
}

interface FindingsProps<Row> {
  row: Row;
  review: Review<Row>;
}

/** What speaks for the item, then what the reviewer should check. */
function Findings<Row extends Reviewable>({ row, review }: FindingsProps<Row>) {
  const confirmed = review.confirmed?.(row);
  if (!confirmed && row.warnings.length === 0) return <span className="text-muted">–</span>;
  return (
    <ul className="grid gap-1 max-md:justify-items-end">
      {confirmed && (
        <li title={confirmed.message}>
          <Badge tone="good">{confirmed.label}</Badge>
        </li>
      )}
      <WarningBadges of={row.warnings} />
    </ul>
  );
}
