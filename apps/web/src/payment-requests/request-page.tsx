import { getPaymentRequest, type PaymentRequestDetail } from "@rokad/contract/payment-requests";
import { useParams } from "@tanstack/react-router";
import { t } from "../language.ts";
import { useApi } from "../api/use-api.ts";
import { useFallbackPoll } from "../api/use-fallback-poll.ts";
import { ApprovalSteps } from "../common/approvals/approval-steps.tsx";
import { SignatureHost } from "../common/signing/signature-host.tsx";
import { paths } from "../paths.ts";
import { BackLink, DetailColumns, DetailFallback } from "../shell/detail-page.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ChangeNotice } from "./change-notice.tsx";
import { RequestActions } from "./request-actions.tsx";
import { RequestBadge } from "./request-badge.tsx";
import { CostCard, PayeeCard } from "./request-cards.tsx";
import { RequestNotice } from "./request-notice.tsx";
import { RequestTimeline } from "./request-timeline.tsx";

const list = { to: paths.requests, name: t`Payment Requests` } as const;
const pollSeconds = 15;

export function RequestPage() {
  const { id } = useParams({ from: "/signed-in/dashboard/requests/$id" });
  const answer = useApi(getPaymentRequest, { params: { id } });
  const request = answer.data?.data;
  useFallbackPoll(() => void answer.mutate(), {
    firstSeconds: request && request.can.length > 0 ? pollSeconds : null,
    answer: answer.data,
  });
  if (request) return <Request key={id} request={request} />;
  return (
    <DetailFallback
      thing={t`payment request`}
      list={list}
      notFound={t`There is no payment request at this address.`}
      skeleton={{ cards: 1, lines: 8 }}
      answer={answer}
    />
  );
}

function Request({ request }: { request: PaymentRequestDetail }) {
  return (
    <>
      <PageHeader
        back={<BackLink {...list} />}
        title={<Money value={request.amount} />}
        badge={<RequestBadge of={request} />}
        description={t`To ${request.beneficiary_name} · Prepared by ${request.maker.name} · ${formatDayAndTime(request.created_at)}`}
        actions={<RequestActions request={request} />}
      />
      <ChangeNotice request={request} />
      <RequestNotice request={request} />
      <DetailColumns
        wide={
          <>
            <PayeeCard request={request} />
            <Card>
              <CardHeader title={t`Approvals`} description={policyText(request)} />
              <CardBody>
                {request.state === "draft" ? (
                  <p className="text-sm text-muted">
                    {t`The approval policy names the approvers when you submit the draft.`}
                  </p>
                ) : (
                  <>
                    {request.day_total && (
                      <p className="mb-4 text-sm text-pretty">{request.day_total.sentence}</p>
                    )}
                    <ApprovalSteps steps={request.steps} waiting={request.waiting_for} />
                  </>
                )}
              </CardBody>
            </Card>
          </>
        }
        narrow={
          <>
            <CostCard request={request} />
            <Card>
              <CardHeader title={t`Timeline`} />
              <CardBody>
                <RequestTimeline request={request} />
              </CardBody>
            </Card>
          </>
        }
      />
      <SignatureHost />
    </>
  );
}

function policyText({ state, policy_version: version }: PaymentRequestDetail) {
  if (state === "draft") return undefined;
  return version === null
    ? t`There is no approval policy: one approver decides`
    : t`By version ${version} of the approval policy, also after it changes`;
}
