import { getPaymentRequest, type PaymentRequestDetail } from "@rokad/contract/payment-requests";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft, SearchX } from "lucide-react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { useFallbackPoll } from "../api/use-fallback-poll.ts";
import { SignatureHost } from "../common/signing/signature-host.tsx";
import { paths } from "../paths.ts";
import { FullPage } from "../shell/full-page.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Money } from "../ui/money.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ApprovalSteps } from "./approval-steps.tsx";
import { ChangeNotice } from "./change-notice.tsx";
import { RequestActions } from "./request-actions.tsx";
import { RequestBadge } from "./request-badge.tsx";
import { CostCard, PayeeCard } from "./request-cards.tsx";
import { RequestNotice } from "./request-notice.tsx";
import { RequestTimeline } from "./request-timeline.tsx";

/** Shown also for another business's request and for an invalid id. */
const notFound = (
  <FullPage
    inShell
    icon={<SearchX />}
    title="Payment request not found"
    description="There is no payment request at this address. Check the link."
    actions={
      <Link to={paths.requests} className={buttonClass()}>
        Go to Payment Requests
      </Link>
    }
  />
);

const pollSeconds = 15;

export function RequestPage() {
  const { id } = useParams({ from: "/signed-in/dashboard/requests/$id" });
  const { data, error, isValidating, mutate } = useApi(getPaymentRequest, { params: { id } });
  const request = data?.data;
  useFallbackPoll(() => void mutate(), {
    firstSeconds: request && request.can.length > 0 ? pollSeconds : null,
    answer: data,
  });
  if (request) return <Request key={id} request={request} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return notFound;
  if (error) {
    return (
      <>
        <PageHeader back={<BackLink />} title="Payment request" />
        <Card>
          <ErrorPanel
            message="Failed to load the payment request"
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

function Request({ request }: { request: PaymentRequestDetail }) {
  return (
    <>
      <PageHeader
        back={<BackLink />}
        title={<Money value={request.amount} />}
        badge={<RequestBadge of={request} />}
        description={`To ${request.beneficiary_name} · Prepared by ${request.maker.name} · ${formatDayAndTime(request.created_at)}`}
        actions={<RequestActions request={request} />}
      />
      <ChangeNotice request={request} />
      <RequestNotice request={request} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <PayeeCard request={request} />
          <Card>
            <CardHeader title="Approvals" description={policyText(request)} />
            <CardBody>
              <ApprovalSteps request={request} />
            </CardBody>
          </Card>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <CostCard request={request} />
          <Card>
            <CardHeader title="Timeline" />
            <CardBody>
              <RequestTimeline request={request} />
            </CardBody>
          </Card>
        </div>
      </div>
      <SignatureHost />
    </>
  );
}

function policyText({ state, policy_version: version }: PaymentRequestDetail) {
  if (state === "draft") return undefined;
  return version === null
    ? "There is no approval policy: one approver decides"
    : `By version ${version} of the approval policy, also after it changes`;
}

function BackLink() {
  return (
    <Link
      to={paths.requests}
      className="inline-flex items-center gap-1.5 text-dense text-muted underline-offset-4 hover:text-text hover:underline"
    >
      <ArrowLeft aria-hidden className="size-3.5" />
      Payment Requests
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
        <SkeletonCard lines={8} />
        <SkeletonCard lines={6} />
      </div>
    </>
  );
}

function SkeletonCard({ lines }: { lines: number }) {
  return (
    <Card className="grid gap-4 p-5">
      <Skeleton className="h-4 w-24" />
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className="h-3.5 w-full" />
      ))}
    </Card>
  );
}
