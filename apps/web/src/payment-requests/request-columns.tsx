import type { PaymentRequest } from "@rokad/contract/payment-requests";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { joinOr } from "../ui/join-words.ts";
import { t } from "../language.ts";
import { nameWithPlace } from "../common/approvals/step-words.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { formatDayAndTime, formatShortDay, formatTime } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";
import { timeAgo } from "../ui/time-ago.ts";
import { RequestBadge } from "./request-badge.tsx";
import { shortDestination, stepOf } from "./request-labels.ts";

/** How rows are chosen; undefined where the person approves none. */
interface RowChoice {
  readonly isChosen: (row: PaymentRequest) => boolean;
  readonly toggle: (row: PaymentRequest) => void;
}

export function canApprove(row: PaymentRequest): boolean {
  return row.can.includes("approve");
}

export function requestColumns(choice: RowChoice | undefined): Column<PaymentRequest>[] {
  return [
    ...(choice
      ? [
          {
            id: "choice",
            header: t`Choose`,
            headerHidden: true,
            // On a phone the checkbox is among the actions.
            card: "none" as const,
            cell: (row: PaymentRequest) => <ChoiceBox row={row} choice={choice} />,
          },
        ]
      : []),
    { id: "payee", header: t`Beneficiary`, card: "title", cell: (row) => <Payee row={row} /> },
    {
      id: "amount",
      header: t`Amount`,
      card: "value",
      align: "end",
      cell: (row) => <Money value={row.amount} className="font-semibold" />,
    },
    {
      id: "state",
      header: t`Status`,
      card: "status",
      cell: (row) => (
        <div className="grid gap-0.5 max-md:justify-items-end">
          <RequestBadge of={row} />
          {stepOf(row) && <span className="text-xs text-muted">{stepOf(row)}</span>}
        </div>
      ),
    },
    // Takes the remaining width, so that the last column stays visible.
    {
      id: "waiting",
      header: t`Progress`,
      card: "line",
      className: "w-full",
      cell: (row) => <WaitsFor row={row} />,
    },
    {
      id: "maker",
      header: t`Prepared by`,
      card: "line",
      cell: ({ maker, submitted_at: submittedAt, created_at: createdAt }) => (
        <div className="min-w-0 md:max-w-36">
          <span className="block truncate" title={maker.name}>
            {maker.name}
          </span>
          <span className="block text-xs text-muted">
            {formatShortDay(submittedAt ?? createdAt)}, {formatTime(submittedAt ?? createdAt)}
          </span>
        </div>
      ),
    },
    {
      id: "action",
      header: t`Open`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (row) => (
        <div className="flex items-center justify-end gap-4">
          {choice && canApprove(row) && (
            <span className="flex items-center gap-2 text-dense text-muted md:hidden">
              <ChoiceBox row={row} choice={choice} />
              {t`Choose`}
            </span>
          )}
          <Link
            to={paths.request}
            params={{ id: row.id }}
            aria-label={
              canApprove(row)
                ? t`Review the request to ${row.beneficiary_name}`
                : t`Open the request to ${row.beneficiary_name}`
            }
            className={buttonClass({ variant: "secondary", size: "sm" })}
          >
            {canApprove(row) ? t`Review` : t`Open`}
          </Link>
        </div>
      ),
    },
  ];
}

function ChoiceBox({ row, choice }: { row: PaymentRequest; choice: RowChoice }) {
  return (
    canApprove(row) && (
      <Checkbox
        aria-label={t`Choose the request to ${row.beneficiary_name}`}
        checked={choice.isChosen(row)}
        onChange={() => choice.toggle(row)}
      />
    )
  );
}

function Payee({ row }: { row: PaymentRequest }) {
  return (
    <div className="min-w-0 md:max-w-52">
      <Link
        to={paths.request}
        params={{ id: row.id }}
        data-row={row.id}
        title={row.beneficiary_name}
        className="block truncate font-medium underline-offset-4 hover:underline"
      >
        {row.beneficiary_name}
      </Link>
      <span className="block truncate text-xs text-muted">
        {shortDestination(row)}
        {row.is_new_beneficiary && t` · New beneficiary`}
      </span>
    </div>
  );
}

/** Who can unblock it and since when, or how it ended. */
function WaitsFor({ row }: { row: PaymentRequest }) {
  const { waiting_for: waiting, blocked, closing_reason: reason, closed_by: closedBy } = row;
  if (waiting) {
    return (
      <TwoLines
        first={
          waiting.people.length > 0 ? joinOr(waiting.people.map(nameWithPlace)) : waiting.sentence
        }
        second={
          <time dateTime={waiting.since} title={formatDayAndTime(waiting.since)}>
            {t`Since ${timeAgo(waiting.since)}`}
          </time>
        }
        isUrgent={waiting.people.length === 0}
      />
    );
  }
  if (blocked && !row.payout) return <TwoLines first={blocked.message} isUrgent />;
  if (reason) return <TwoLines first={reason} second={closedBy && t`By ${closedBy.name}`} />;
  if (row.payout) return <span className="tabular-nums">{row.payout.reference_id}</span>;
  if (row.state === "draft") return <span className="text-muted">{t`Not submitted yet`}</span>;
  return <span className="text-muted">–</span>;
}

interface TwoLinesProps {
  first: string;
  second?: ReactNode;
  isUrgent?: boolean;
}

function TwoLines({ first, second, isUrgent = false }: TwoLinesProps) {
  return (
    <div className="min-w-36 text-pretty break-words whitespace-normal">
      <span className={isUrgent ? "text-bad" : undefined}>{first}</span>
      {second && <span className="block text-xs text-muted">{second}</span>}
    </div>
  );
}
