import { limits } from "@rokad/contract/limits";
import {
  type initiatePayout,
  listPayouts,
  payoutStatuses,
  type Payout,
} from "@rokad/contract/payouts";
import { Link } from "@tanstack/react-router";
import { ChevronRight, Plus, Send } from "lucide-react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { hasFeature, useMay, useUser } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { cn } from "../ui/class-names.ts";
import { formatShortDay, formatTime } from "../ui/dates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { maskAccount } from "../ui/mask.ts";
import { Money } from "../ui/money.tsx";
import { shortReference } from "../ui/short-reference.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { StatusBadge, StatusIcon } from "../ui/status-badge.tsx";

const rows = limits.recentPayoutsRows;

/** The link shows without the feature too: the Payouts page says whom to ask. */
const emptyFor = (isPermitted: boolean) => (
  <EmptyState
    icon={<Send />}
    title={t`No recent payouts.`}
    description={t`Your recent payout transactions will appear here once you start making payments.`}
    action={
      isPermitted && (
        <Link to={paths.payouts} className={buttonClass({ variant: "secondary" })}>
          <Plus aria-hidden />
          {t`Create Your First Payout`}
        </Link>
      )
    }
  />
);

export function RecentPayouts() {
  const { data, error, isValidating, mutate } = useApi(
    listPayouts,
    { query: { limit: rows } },
    { pollSeconds: 30 },
  );
  const isPermitted = useMay<typeof initiatePayout>("pay");
  const canCreatePayout = hasFeature(useUser(), "create_payout") && isPermitted;
  const hasRows = data && data.data.length > 0;
  return (
    <Card aria-busy={!data && !error}>
      <CardHeader
        ruled
        title={t`Recent Payouts`}
        action={
          <div className="flex items-center gap-4">
            {canCreatePayout && hasRows && (
              <Link
                to={paths.payouts}
                className={cn(buttonClass({ variant: "link", size: "text" }), "max-sm:hidden")}
              >
                {t`New Payout`}
              </Link>
            )}
            <Link
              to={paths.payoutHistory}
              className={buttonClass({ variant: "link", size: "text" })}
            >
              {t`View All`}
            </Link>
          </div>
        }
      />
      {data ? (
        data.data.length === 0 ? (
          emptyFor(isPermitted)
        ) : (
          <>
            <ul className="divide-y divide-line">
              {data.data.map((payout) => (
                <Row key={payout.id} payout={payout} />
              ))}
            </ul>
            <footer className="border-t border-line px-5 py-2.5 text-center">
              <Link
                to={paths.payoutHistory}
                className={buttonClass({ variant: "ghost", size: "sm" })}
              >
                {t`View All Payouts`}
              </Link>
            </footer>
          </>
        )
      ) : error ? (
        <ErrorPanel
          message={t`Failed to load recent payouts`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <SkeletonRows />
      )}
    </Card>
  );
}

/** The whole row links to the payout, through the beneficiary's name. */
function Row({ payout }: { payout: Payout }) {
  // An unknown status of a newer server counts as pending.
  const known = payoutStatuses.includes(payout.status) ? payout.status : "pending";
  const status = payout.waiting_for_funds ? "waiting_for_funds" : known;
  return (
    <li className="relative flex items-center gap-3.5 px-5 py-3 transition-colors duration-100 hover:bg-sunken">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-full border border-line bg-sunken">
        <StatusIcon status={status} className="size-4.5" />
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to={paths.payout}
          params={{ id: payout.id }}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {payout.beneficiary_name}
        </Link>
        <p className="truncate text-dense text-muted tabular-nums">
          {payout.upi_id ?? (payout.account_number ? maskAccount(payout.account_number) : "N/A")}
        </p>
        <p className="truncate text-xs text-muted tabular-nums">
          <span className="sm:hidden">#{shortReference(payout.reference_id)}</span>
          <span className="max-sm:hidden">#{payout.reference_id}</span>
          <span className="max-sm:hidden"> · </span>
          <span className="max-sm:block">
            {formatShortDay(payout.created_at)}, {formatTime(payout.created_at)}
          </span>
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <Money value={payout.amount} className="font-semibold" />
        <StatusBadge status={status} />
      </div>
      <Link
        to={paths.payout}
        params={{ id: payout.id }}
        aria-label={t`View details of the payout to ${payout.beneficiary_name}`}
        title={t`View details`}
        className={cn(
          buttonClass({ variant: "ghost", size: "icon-sm" }),
          "relative -mr-2 max-sm:hidden",
        )}
      >
        <ChevronRight aria-hidden />
      </Link>
    </li>
  );
}

function SkeletonRows() {
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} className="flex h-20.5 items-center gap-3.5 border-line px-5 not-first:border-t">
      <span className="shrink-0 overflow-hidden rounded-full">
        <Skeleton className="size-9" />
      </span>
      <div className="grid min-w-0 flex-1 gap-2">
        <Skeleton className="h-3.5 w-2/3 sm:w-36" />
        <Skeleton className="h-3 w-full sm:w-48" />
      </div>
      <div className="grid justify-items-end gap-2">
        <Skeleton className="h-3.5 w-20" />
        <Skeleton className="h-4.5 w-18" />
      </div>
    </div>
  ));
}
