import { Check, X } from "lucide-react";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import type { Column } from "../ui/table-cards.ts";
import { isWaiting, type Review, type Reviewable } from "./review.ts";

interface Acts<Row> {
  open: (row: Row) => void;
  approve: (row: Row) => void;
  reject: (row: Row) => void;
  choose: (row: Row) => void;
  isChosen: (row: Row) => boolean;
}

/** The page's own columns between those of every review: choice, tenant, what to look at, decision. */
export function reviewColumns<Row extends Reviewable>(
  review: Review<Row>,
  own: readonly Column<Row>[],
  acts: Acts<Row>,
): readonly Column<Row>[] {
  return [
    {
      id: "choice",
      header: "Choose",
      headerHidden: true,
      // On a phone it stands with the other actions.
      card: "none",
      cell: (row) => isWaiting(row) && <Choice row={row} review={review} acts={acts} />,
    },
    {
      id: "tenant",
      header: "Tenant",
      card: "title",
      cell: (row) => (
        <div className="min-w-0 md:max-w-36">
          <button
            type="button"
            data-row={row._id}
            aria-label={`${row.tenant.name}, details of ${review.nameOf(row)}`}
            title={row.tenant.name}
            className="block max-w-full truncate text-left font-medium underline-offset-4 hover:underline"
            onClick={() => acts.open(row)}
          >
            {row.tenant.name}
          </button>
          <span className="block truncate text-xs text-muted">{row.tenant.phone}</span>
        </div>
      ),
    },
    ...own,
    {
      id: "warnings",
      header: "Look at",
      card: "line",
      cell: (row) => <WarningBadges row={row} />,
    },
    {
      id: "decision",
      header: "Decision",
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (row) => isWaiting(row) && <RowActions row={row} review={review} acts={acts} />,
    },
  ];
}

interface CellProps<Row> {
  row: Row;
  review: Review<Row>;
  acts: Acts<Row>;
}

function Choice<Row extends Reviewable>({ row, review, acts }: CellProps<Row>) {
  return (
    <Checkbox
      aria-label={`Choose ${review.nameOf(row)}`}
      checked={acts.isChosen(row)}
      onChange={() => acts.choose(row)}
    />
  );
}

function RowActions<Row extends Reviewable>({ row, review, acts }: CellProps<Row>) {
  const name = review.nameOf(row);
  const blocked = review.blocked?.(row);
  return (
    <div className="flex items-center justify-end gap-2">
      <span className="flex items-center gap-2 text-dense text-muted md:hidden">
        <Choice row={row} review={review} acts={acts} />
        Choose
      </span>
      <Button
        variant="secondary"
        size="sm"
        icon={<Check />}
        aria-label={`Approve ${name}`}
        title={blocked ?? "Approve"}
        disabled={blocked !== undefined}
        onClick={() => acts.approve(row)}
      >
        <span className="md:hidden">Approve</span>
      </Button>
      <Button
        variant="secondary"
        size="sm"
        icon={<X />}
        aria-label={`Reject ${name}`}
        title="Reject"
        onClick={() => acts.reject(row)}
      >
        <span className="md:hidden">Reject</span>
      </Button>
    </div>
  );
}

/** The words in short; the sentences are in the details, and where one points. */
const shortOf: Readonly<Record<string, string>> = {
  SAME_AMOUNT: "Same amount",
  UTR_REFUSED_BEFORE: "UTR rejected before",
  UTR_SHAPE: "UTR looks odd",
  FIRST_DEPOSIT: "First deposit",
  TENANT_INACTIVE: "Inactive tenant",
  USED_BY_ANOTHER: "Used by another",
  NAME_DIFFERS: "Name differs",
  NAME_AT_BANK_DIFFERS: "Bank has another name",
  BANK_KNOWS_NO_SUCH_ACCOUNT: "No such account",
  IFSC_UNKNOWN: "Unknown IFSC",
  BANK_DIFFERS: "Bank differs",
  BRANCH_UNKNOWN: "Unknown branch",
  REJECTED_BEFORE: "Rejected before",
};

function WarningBadges({ row }: { row: Reviewable }) {
  if (row.warnings.length === 0) return <span className="text-muted">–</span>;
  return (
    <ul className="grid gap-1 max-md:justify-items-end">
      {row.warnings.map(({ code, message }) => (
        <li key={code} title={message}>
          <Badge tone={code === "FIRST_DEPOSIT" ? "info" : "warn"}>{shortOf[code] ?? code}</Badge>
        </li>
      ))}
    </ul>
  );
}
