import type { SuspendedCredit } from "@rokad/contract/suspense";
import { t } from "../super-admin-language.ts";
import { Age } from "../ui/age.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";
import { statusLabels } from "./labels.ts";

/**
 * @param canDecide whether the person's roles permit decisions.
 * @param userId the person: who made the first of two decisions can't make the second.
 * @param open opens a credit with its decisions.
 */
export function suspenseColumns(
  canDecide: boolean,
  userId: string | undefined,
  open: (row: SuspendedCredit) => void,
): Column<SuspendedCredit>[] {
  const verb = ({ status }: SuspendedCredit) =>
    canDecide && status === "pending" ? t`Decide` : t`Show`;
  return [
    { id: "sender", header: t`Sender`, card: "title", cell: (row) => <Sender row={row} /> },
    {
      id: "amount",
      header: t`Amount`,
      card: "value",
      align: "end",
      cell: (row) => (
        <Amount row={row} isForYou={canDecide && row.first_decision?.by.id !== userId} />
      ),
    },
    {
      id: "utr",
      header: "UTR",
      card: "line",
      cell: ({ utr_reference: utr, bank_reference: bankReference }) =>
        utr === null ? (
          <span className="text-muted">{bankReference ?? t`Not provided`}</span>
        ) : (
          <Copyable value={utr} label={t`UTR Reference`} />
        ),
    },
    // Takes the remaining width, so that the last column stays visible.
    {
      id: "reason",
      header: t`Reason`,
      card: "line",
      className: "w-full",
      cell: (row) => <Reason row={row} />,
    },
    { id: "when", header: t`When`, card: "line", cell: (row) => <When row={row} /> },
    {
      id: "action",
      header: t`Decide`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (row) => (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t`${verb(row)} credit ${row.utr_reference ?? row.id}`}
          onClick={() => open(row)}
        >
          {verb(row)}
        </Button>
      ),
    },
  ];
}

function Sender({ row: { sender } }: { row: SuspendedCredit }) {
  if (!sender) return <span className="text-muted">{t`Not provided by the bank`}</span>;
  const account = `${sender.account_number} · ${sender.bank_name ?? sender.ifsc_code}`;
  return (
    <div className="min-w-0 md:max-w-44">
      <span className="block truncate font-medium" title={sender.name ?? undefined}>
        {sender.name ?? t`Name not provided`}
      </span>
      <span className="block truncate text-xs text-muted" title={account}>
        {account}
      </span>
    </div>
  );
}

function Amount({ row, isForYou }: { row: SuspendedCredit; isForYou: boolean }) {
  const isOpen = row.status === "pending";
  const first = row.first_decision;
  return (
    <div className="grid justify-items-end gap-1">
      <Money value={row.amount} className="font-semibold" />
      {isOpen && row.approvals_needed === 2 && (
        <Badge tone={first && isForYou ? "warn" : "info"}>
          {!first
            ? t`Needs 2 decisions`
            : isForYou
              ? t`Awaits your signature`
              : t`1 of 2 decisions`}
        </Badge>
      )}
    </div>
  );
}

function Reason({ row }: { row: SuspendedCredit }) {
  const [likely] = row.suggestions;
  const result = row.tenant ? t`To ${row.tenant.name}` : row.note;
  return (
    <div className="min-w-36 text-pretty whitespace-normal">
      {row.why}
      <span className="block text-xs break-words text-muted">
        {row.status === "pending"
          ? likely && t`Possibly ${likely.tenant.name}: ${likely.why.toLowerCase()}`
          : result}
      </span>
    </div>
  );
}

function When({ row }: { row: SuspendedCredit }) {
  if (row.status === "pending") return <Age of={row.created_at} />;
  return (
    <>
      <Badge tone={row.status === "assigned" ? "good" : "outline"}>
        {statusLabels[row.status]}
      </Badge>
      <span className="mt-1 block text-xs text-muted">
        {row.decided_at && formatDayAndTime(row.decided_at)}
      </span>
    </>
  );
}
