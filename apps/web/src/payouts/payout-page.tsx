import { getPayout, type PayoutDetail } from "@rokad/contract/payouts";
import { formatMoney } from "@rokad/money/format";
import { subtract } from "@rokad/money/money";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft, SearchX } from "lucide-react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { useFallbackPoll } from "../api/use-fallback-poll.ts";
import { paths } from "../paths.ts";
import { FullPage } from "../shell/full-page.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { CancelPayout } from "./cancel-payout.tsx";
import { EndNotice } from "./end-notice.tsx";
import { OpenOutcome } from "./open-outcome.tsx";
import { BeneficiaryCard, CostCard, ReferencesCard } from "./payout-cards.tsx";
import { isInProgress, isPartlyReturned } from "./payout-states.ts";
import { PayAgain } from "./pay-again.tsx";
import { PayoutTimeline } from "./payout-timeline.tsx";
import { ReceiptButton } from "./receipt-button.tsx";

/** Shown also for another tenant's payout and for an invalid id. */
const notFound = (
  <FullPage
    inShell
    icon={<SearchX />}
    title="Payout not found"
    description="You have no payout at this address. Check the link."
    actions={
      <Link to={paths.payoutHistory} className={buttonClass()}>
        Go to Payout History
      </Link>
    }
  />
);

const firstPollSeconds = 3;

function usePayout(id: string) {
  const answer = useApi(getPayout, { params: { id } });
  const payout = answer.data?.data;
  useFallbackPoll(() => void answer.mutate(), {
    firstSeconds: payout && isInProgress(payout) ? firstPollSeconds : null,
    answer: answer.data,
  });
  return answer;
}

export function PayoutPage() {
  const { id } = useParams({ from: "/signed-in/dashboard/payouts/$id" });
  const { data, error, isValidating, mutate } = usePayout(id);
  if (data) return <Payout payout={data.data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return notFound;
  if (error) {
    return (
      <>
        <PageHeader back={<BackLink />} title="Payout" />
        <Card>
          <ErrorPanel
            message="Failed to load the payout"
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        </Card>
      </>
    );
  }
  return <Loading />;
}

function Payout({ payout }: { payout: PayoutDetail }) {
  return (
    <>
      <PageHeader
        back={<BackLink />}
        title={<Money value={payout.amount} />}
        badge={
          <>
            <StatusBadge status={payout.status} />
            {isPartlyReturned(payout) && <StatusBadge status="partly_returned" />}
          </>
        }
        description={`${payout.kind === "withdrawal" ? "Withdrawal to" : "To"} ${payout.beneficiary_name} · ${formatDayAndTime(payout.created_at)}`}
        actions={
          <>
            <CancelPayout payout={payout} />
            <PayAgain payout={payout} />
            <ReceiptButton payout={payout} />
          </>
        }
      />
      {payout.open_outcome && <OpenOutcome open={payout.open_outcome} />}
      <EndNotice payout={payout} />
      {isPartlyReturned(payout) && (
        <Notice
          tone="warn"
          title={`The bank returned ${formatMoney(payout.returned_amount)} of ${formatMoney(payout.amount)}`}
        >
          It is back in your wallet. {formatMoney(subtract(payout.amount, payout.returned_amount))}{" "}
          stays paid.
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Card>
            <CardHeader title="Timeline" />
            <CardBody>
              <PayoutTimeline payout={payout} />
            </CardBody>
          </Card>
          <BeneficiaryCard payout={payout} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <CostCard payout={payout} />
          <ReferencesCard payout={payout} />
        </div>
      </div>
    </>
  );
}

function BackLink() {
  return (
    <Link
      to={paths.payoutHistory}
      className="inline-flex items-center gap-1.5 text-dense text-muted underline-offset-4 hover:text-text hover:underline"
    >
      <ArrowLeft aria-hidden className="size-3.5" />
      Payout History
    </Link>
  );
}

function Loading() {
  return (
    <>
      <PageHeader
        back={<BackLink />}
        title={<Skeleton className="h-7 w-40" />}
        description={<Skeleton className="mt-2 h-3.5 w-56" />}
        actions={<Skeleton className="h-10 sm:w-44" />}
      />
      <div
        aria-busy
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]"
      >
        {/* As tall as the loaded page, so that the footer does not shift. */}
        <SkeletonCards />
        <SkeletonCards />
      </div>
    </>
  );
}

function SkeletonCards() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SkeletonCard />
      <SkeletonCard />
    </div>
  );
}

function SkeletonCard() {
  return (
    <Card className="grid gap-4 p-5">
      <Skeleton className="h-4 w-24" />
      {Array.from({ length: 4 }, (_, line) => (
        <Skeleton key={line} className="h-3.5 w-full" />
      ))}
    </Card>
  );
}
