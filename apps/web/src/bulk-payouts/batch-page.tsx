import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { getPayoutBatch, listBatchRows } from "@rokad/contract/payout-batches";
import { Link, useParams } from "@tanstack/react-router";
import { t } from "../language.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { useFallbackPoll } from "../api/use-fallback-poll.ts";
import { ApprovalSteps } from "../common/approvals/approval-steps.tsx";
import { SignatureHost } from "../common/signing/signature-host.tsx";
import { paths } from "../paths.ts";
import { BackLink, DetailFallback } from "../shell/detail-page.tsx";
import { RequireFeature } from "../shell/require-feature.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime, formatWeekday } from "../ui/dates.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { AccountChecks } from "./account-checks.tsx";
import { BatchActions } from "./batch-actions.tsx";
import { BatchBadge } from "./batch-badge.tsx";
import { BatchNotice } from "./batch-notice.tsx";
import { BatchRows } from "./batch-rows.tsx";
import { DifferentNames } from "./different-names.tsx";
import { ProgressCard } from "./progress-card.tsx";
import { CheckCards } from "./check-cards.tsx";

const list = { to: paths.bulkPayouts, name: t`Bulk Payouts` } as const;
const pollSeconds = 5;

export function BatchPage() {
  return (
    <RequireFeature of="bulk_payouts">
      <BatchOfPath />
    </RequireFeature>
  );
}

function BatchOfPath() {
  const { id } = useParams({ from: "/signed-in/dashboard/bulk-payouts/$id" });
  const answer = useApi(getPayoutBatch, { params: { id } });
  const batch = answer.data?.data;
  const isMoving =
    batch &&
    ((batch.progress?.waiting.count ?? 0) > 0 || batch.account_checks?.state === "running");
  // The rows after it, so that they show at least what its counts say.
  const poll = () => void answer.mutate().then(() => refreshApi(listBatchRows));
  useFallbackPoll(poll, {
    firstSeconds: isMoving ? pollSeconds : null,
    answer: answer.data,
  });
  if (batch) return <Batch key={id} batch={batch} />;
  return (
    <DetailFallback
      thing={t`batch`}
      list={list}
      notFound={t`There is no batch at this address.`}
      skeleton={{ cards: 2, lines: 8 }}
      answer={answer}
    />
  );
}

function Batch({ batch }: { batch: PayoutBatchDetail }) {
  const { file_name: name, state, created_at: createdAt, parent } = batch;
  return (
    <>
      <PageHeader
        back={<BackLink {...list} />}
        title={<span className="break-all">{name}</span>}
        badge={<BatchBadge state={state} />}
        description={
          <>
            {originOf(batch)}
            {" · "}
            {formatDayAndTime(createdAt)}
            {parent && (
              <>
                {t` · Retry of `}
                <Link
                  to={paths.bulkPayout}
                  params={{ id: parent.id }}
                  className="text-brand-ink underline underline-offset-4"
                >
                  {t`an earlier batch`}
                </Link>
              </>
            )}
          </>
        }
        actions={<BatchActions batch={batch} />}
      />
      <BatchNotice batch={batch} />
      <AccountChecks batch={batch} />
      {batch.check && <CheckCards check={batch.check} />}
      {batch.progress && <ProgressCard batch={batch} progress={batch.progress} />}
      {batch.approval && (
        <Card>
          <CardHeader
            title={t`Approvals`}
            description={t`Submitted ${formatDayAndTime(batch.approval.submitted_at)}`}
          />
          <CardBody>
            <ApprovalSteps steps={batch.approval.steps} waiting={batch.approval.next} />
          </CardBody>
        </Card>
      )}
      {(batch.check?.different_names ?? 0) > 0 && <DifferentNames batch={batch} />}
      <BatchRows batch={batch} />
      <SignatureHost />
    </>
  );
}

/** Who made the batch, in words. */
function originOf({ schedule, maker, api_key: key }: PayoutBatchDetail): string {
  if (schedule) return t`Prepared for ${formatWeekday(schedule.due_on)}, for ${maker.name}`;
  return key ? t`Made by API key ${key.name} of ${maker.name}` : t`Uploaded by ${maker.name}`;
}
