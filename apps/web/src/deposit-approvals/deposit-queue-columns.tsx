import type { ReviewedDeposit } from "@rokad/contract/deposit-reviews";
import { t } from "../super-admin-language.ts";
import { Badge } from "../ui/badge.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { Money } from "../ui/money.tsx";
import { ReviewStatus } from "../common/reviews/review-status.tsx";
import type { Column } from "../ui/table-cards.ts";
import { describeEarlierDeposits } from "./earlier-deposits.ts";

/**
 * The values that a reviewer compares with the bank statement.
 * @param signerId the person, if their roles permit the second of two approvals.
 */
export const depositQueueColumns = (
  signerId: string | undefined,
): readonly Column<ReviewedDeposit>[] => [
  {
    id: "amount",
    header: t`Amount`,
    card: "value",
    align: "end",
    cell: (row) => <Amount row={row} signerId={signerId} />,
  },
  {
    id: "utr",
    header: "UTR",
    card: "line",
    cell: (row) => (
      <div className="min-w-0 md:max-w-56">
        <Copyable value={row.utr_reference} label={t`UTR Reference`} />
        {row.remarks && (
          <span className="block truncate text-xs text-muted" title={row.remarks}>
            {row.remarks}
          </span>
        )}
      </div>
    ),
  },
  {
    id: "account",
    header: t`Bank account`,
    card: "line",
    cell: ({ bank_account: from, virtual_account: virtual, earlier }) =>
      virtual ? (
        <>
          {t`Virtual Account`}
          <span className="block text-xs text-muted">{t`${virtual.provider} · automatic`}</span>
        </>
      ) : (
        from && (
          <div className="min-w-0 md:max-w-56">
            <span className="block truncate" title={from.account_holder_name}>
              {from.account_holder_name}
            </span>
            <span
              className="block truncate text-xs text-muted"
              title={`${from.bank_name}, ${from.ifsc_code}`}
            >
              {from.account_number} · {from.bank_name}
            </span>
            <span className="block truncate text-xs text-muted">
              {from.ifsc_code} · {describeEarlierDeposits(earlier)}
            </span>
          </div>
        )
      ),
  },
  {
    id: "status",
    header: t`When`,
    card: "line",
    cell: (row) => (
      <ReviewStatus
        status={row.status}
        created={row.created_at}
        decided={row.processed_at}
        by={row.decided_by}
      />
    ),
  },
];

function Amount({ row, signerId }: { row: ReviewedDeposit; signerId: string | undefined }) {
  const first = row.first_approval;
  const isForYou = first && signerId !== undefined && first.by.id !== signerId;
  return (
    <div className="grid justify-items-end gap-1">
      <Money value={row.amount} className="font-semibold" />
      {row.requested_amount && (
        <span className="block text-xs whitespace-nowrap text-muted">
          {t`requested`} <Money value={row.requested_amount} />
        </span>
      )}
      {row.status === "pending" && row.approvals_needed === 2 && (
        <Badge tone={isForYou ? "warn" : "info"}>
          {!first
            ? t`Needs 2 approvals`
            : isForYou
              ? t`Awaits your signature`
              : t`1 of 2 approvals`}
        </Badge>
      )}
      {row.status === "pending" && first && (
        <span className="block max-w-36 truncate text-xs text-muted" title={first.by.name}>
          {t`by ${first.by.name}`}
        </span>
      )}
    </div>
  );
}
