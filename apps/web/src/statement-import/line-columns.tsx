import type { proposeAdjustment } from "@rokad/contract/adjustments";
import type { approveStatementLine, StatementLine } from "@rokad/contract/statement-import";
import { Link } from "@tanstack/react-router";
import { t } from "../super-admin-language.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { WarningBadges } from "../common/reviews/warning-badges.tsx";
import { superAdminPaths } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { formatDay } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";
import { outcomeLabels } from "./line-labels.ts";

/** @param review opens a line's match for a person's decision. */
export function lineColumns(review: (line: StatementLine) => void): Column<StatementLine>[] {
  return [
    {
      id: "line",
      header: t`Line`,
      card: "line",
      cell: (row) => (
        <>
          <span className="block max-md:inline">{row.line}</span>{" "}
          <span className="text-xs text-muted">{dayOf(row)}</span>
        </>
      ),
    },
    { id: "entry", header: t`Statement entry`, card: "title", cell: (row) => <Entry row={row} /> },
    {
      id: "amount",
      header: t`Amount`,
      card: "value",
      align: "end",
      cell: ({ amount }) => (amount ? <Money value={amount} className="font-semibold" /> : "–"),
    },
    {
      id: "outcome",
      header: t`Result`,
      card: "status",
      cell: ({ outcome }) => {
        const [label, tone] = outcomeLabels[outcome];
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    // Takes the remaining width, so that the last column stays visible.
    {
      id: "reason",
      header: t`Reason`,
      card: "line",
      className: "w-full",
      cell: (row) => <Reason row={row} />,
    },
    { id: "request", header: t`Request`, card: "line", cell: (row) => <Request row={row} /> },
    {
      id: "action",
      header: t`Review`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (row) => <Action row={row} review={review} />,
    },
  ];
}

interface ActionProps {
  row: StatementLine;
  review: (line: StatementLine) => void;
}

/** Credits what arrived, corrects what was taken back, or leads to the request, to decide it there. */
function Action({ row, review }: ActionProps) {
  const { deposit } = row;
  if (row.can_approve || row.can_credit_received) {
    return (
      <Permitted<typeof approveStatementLine> needs="operate">
        <Button
          variant="secondary"
          size="sm"
          aria-label={t`Review line ${row.line}`}
          onClick={() => review(row)}
        >
          {t`Review`}
        </Button>
      </Permitted>
    );
  }
  if (row.outcome === "taken_back" && deposit?.status === "completed") {
    return (
      <Permitted<typeof proposeAdjustment> needs="finance">
        <CorrectionLink row={row} deposit={deposit} />
      </Permitted>
    );
  }
  return deposit && row.group === "decide" && <RequestLink row={row} deposit={deposit} />;
}

/** The request in Deposit Approval, where it is rejected, or approved with what arrived. */
export function RequestLink({ row, deposit }: RequestLinkProps) {
  return (
    <Link
      to={superAdminPaths.deposits}
      search={{ utr: deposit.utr_reference }}
      aria-label={t`Open request of line ${row.line}`}
      className={buttonClass({ variant: "secondary", size: "sm" })}
    >
      {t`Open request`}
    </Link>
  );
}

interface RequestLinkProps {
  row: StatementLine;
  deposit: NonNullable<StatementLine["deposit"]>;
}

/** Starts the correction of a credited deposit that the bank took back. */
function CorrectionLink({ row, deposit }: RequestLinkProps) {
  return (
    <Link
      to={superAdminPaths.adjustments}
      search={{ propose: "contradiction", deposit: deposit.id, line: row.id }}
      aria-label={t`Propose adjustment for line ${row.line}`}
      className={buttonClass({ variant: "secondary", size: "sm" })}
    >
      {t`Propose adjustment`}
    </Link>
  );
}

export function dayOf({ booked_on: day }: StatementLine): string {
  return day ? formatDay(`${day}T00:00:00+05:30`) : "–";
}

function Entry({ row }: { row: StatementLine }) {
  return (
    <div className="min-w-0 md:max-w-44">
      <span className="block truncate font-medium" title={row.reference ?? undefined}>
        {row.reference ?? t`No reference`}
      </span>
      <span className="block truncate text-xs text-muted" title={row.narration ?? undefined}>
        {row.narration}
      </span>
    </div>
  );
}

function Reason({ row }: { row: StatementLine }) {
  return (
    <div className="min-w-36 text-pretty whitespace-normal">
      {row.reason}
      {row.warnings.length > 0 && (
        <ul aria-label={t`Warnings`} className="mt-1 flex flex-wrap gap-1">
          <WarningBadges of={row.warnings} />
        </ul>
      )}
      {row.seen_before && (
        <span className="block text-xs text-muted">
          {t`Already imported in ${row.seen_before.file_name}, ${formatDay(row.seen_before.imported_at)}`}
        </span>
      )}
    </div>
  );
}

function Request({ row: { deposit } }: { row: StatementLine }) {
  if (!deposit) return "–";
  return (
    <>
      <span className="block max-w-28 truncate" title={deposit.tenant.name}>
        {deposit.tenant.name}
      </span>
      <Money value={deposit.amount} className="block text-xs text-muted" />
    </>
  );
}
