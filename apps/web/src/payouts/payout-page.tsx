import { getPayout, type PayoutDetail } from "@rokad/contract/payouts";
import { formatMoney } from "@rokad/money/format";
import { subtract } from "@rokad/money/money";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { t } from "../language.ts";
import { useApi } from "../api/use-api.ts";
import { useFallbackPoll } from "../api/use-fallback-poll.ts";
import { paths } from "../paths.ts";
import { BackLink, DetailColumns, DetailFallback } from "../shell/detail-page.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { CancelPayout } from "./cancel-payout.tsx";
import { EndNotice } from "./end-notice.tsx";
import { OpenOutcome } from "./open-outcome.tsx";
import { BeneficiaryCard, CostCard, ReferencesCard } from "./payout-cards.tsx";
import { isInProgress, isNotFunded, isPartlyReturned, shownStatus } from "./payout-states.ts";
import { PayAgain } from "./pay-again.tsx";
import { PayoutTimeline } from "./payout-timeline.tsx";
import { ReceiptButton } from "./receipt-button.tsx";

// Only a payout that waits loads it.
const FundsWait = lazy(async () => ({ default: (await import("./funds-wait.tsx")).FundsWait }));
const AdviceCard = lazy(async () => ({ default: (await import("./advice-card.tsx")).AdviceCard }));

const list = { to: paths.payoutHistory, name: t`Payout History` } as const;
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
  const answer = usePayout(id);
  if (answer.data) return <Payout key={id} payout={answer.data.data} />;
  return (
    <DetailFallback
      thing={t`payout`}
      list={list}
      notFound={t`You have no payout at this address.`}
      skeleton={{ cards: 2, lines: 4 }}
      answer={answer}
    />
  );
}

function Payout({ payout }: { payout: PayoutDetail }) {
  return (
    <>
      <PageHeader
        back={<BackLink {...list} />}
        title={<Money value={payout.amount} />}
        badge={
          <>
            <StatusBadge status={shownStatus(payout)} />
            {isPartlyReturned(payout) && <StatusBadge status="partly_returned" />}
          </>
        }
        description={`${payout.kind === "withdrawal" ? t`Withdrawal to` : t`To`} ${payout.beneficiary_name} · ${formatDayAndTime(payout.created_at)}`}
        actions={
          <>
            <CancelPayout payout={payout} />
            {!payout.waiting_for_funds && <PayAgain payout={payout} />}
            {!isNotFunded(payout) && <ReceiptButton payout={payout} />}
          </>
        }
      />
      <Suspense>{payout.waiting_for_funds && <FundsWait of={payout.waiting_for_funds} />}</Suspense>
      {payout.open_outcome && <OpenOutcome open={payout.open_outcome} />}
      <EndNotice payout={payout} />
      {isPartlyReturned(payout) && (
        <Notice
          tone="warn"
          title={t`The bank returned ${formatMoney(payout.returned_amount)} of ${formatMoney(payout.amount)}`}
        >
          {t`It is back in your wallet. ${formatMoney(subtract(payout.amount, payout.returned_amount))} stays paid.`}
        </Notice>
      )}
      <DetailColumns
        wide={
          <>
            <Card>
              <CardHeader title={t`Timeline`} />
              <CardBody>
                <PayoutTimeline payout={payout} />
              </CardBody>
            </Card>
            <BeneficiaryCard payout={payout} />
          </>
        }
        narrow={
          <>
            <CostCard payout={payout} />
            <ReferencesCard payout={payout} />
            <Suspense>
              {payout.kind === "payout" && !isNotFunded(payout) && <AdviceCard payout={payout} />}
            </Suspense>
          </>
        }
      />
    </>
  );
}
