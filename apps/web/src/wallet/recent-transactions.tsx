import { listWalletHistory, type WalletTransaction } from "@rokad/contract/wallet";
import { ArrowDownLeft, ArrowUpRight, ReceiptText } from "lucide-react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Card } from "../ui/card.tsx";
import { formatShortDay, formatTime } from "../ui/dates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { Amount } from "./transaction-cells.tsx";
import { describeTransaction } from "./describe-transaction.ts";

const rowCount = 5;

const empty = (
  <EmptyState
    icon={<ReceiptText />}
    title={t`No transactions found`}
    description={t`Your deposits and payouts will appear here.`}
  />
);

/** The newest five transactions. */
export function RecentTransactions() {
  const { data, error, isValidating, mutate } = useApi(
    listWalletHistory,
    { query: { limit: rowCount } },
    { pollSeconds: 30 },
  );
  return (
    <Card aria-busy={!data && !error}>
      {data ? (
        data.data.length === 0 ? (
          empty
        ) : (
          <ul className="divide-y divide-line">
            {data.data.map((row) => (
              <Row key={row._id} row={row} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorPanel
          message={t`Failed to load transactions`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          retryLabel={t`Try Again`}
          busy={isValidating}
        />
      ) : (
        <SkeletonRows />
      )}
    </Card>
  );
}

function Row({ row }: { row: WalletTransaction }) {
  const { title, line } = describeTransaction(row);
  const Arrow = row.type === "credit" ? ArrowDownLeft : ArrowUpRight;
  return (
    <li className="flex items-center gap-3.5 px-5 py-3">
      <span
        aria-hidden
        className="flex size-9 shrink-0 items-center justify-center rounded-full border border-line bg-sunken max-sm:hidden"
      >
        <Arrow className={row.type === "credit" ? "size-4.5 text-good" : "size-4.5 text-muted"} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{title}</p>
        <p className="truncate text-dense text-muted">{line}</p>
        <p className="text-xs text-muted tabular-nums lg:hidden">
          {formatShortDay(row.createdAt)}, {formatTime(row.createdAt)}
        </p>
      </div>
      <p className="w-32 text-dense text-muted tabular-nums max-lg:hidden">
        {formatShortDay(row.createdAt)}, {formatTime(row.createdAt)}
      </p>
      <span className="w-28 max-md:hidden">
        <StatusBadge status={row.status} />
      </span>
      <div className="text-right sm:min-w-28">
        <Amount row={row} />
      </div>
    </li>
  );
}

function SkeletonRows() {
  return Array.from({ length: rowCount }, (_, row) => (
    <div key={row} className="flex h-15.5 items-center gap-3.5 border-line px-5 not-first:border-t">
      <span className="shrink-0 overflow-hidden rounded-full">
        <Skeleton className="size-9" />
      </span>
      <div className="grid flex-1 gap-2">
        <Skeleton className="h-3.5 w-36" />
        <Skeleton className="h-3 w-28" />
      </div>
      <Skeleton className="h-4 w-24" />
    </div>
  ));
}
