import { listProviders } from "@rokad/contract/gateway";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { usePoll } from "../api/use-poll.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { LiveMark } from "../ui/live-mark.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { CredentialsCard } from "./credentials-card.tsx";
import { MailServerCard } from "./mail-server-card.tsx";
import { RailCard } from "./rail-card.tsx";
import { RailSkeleton } from "./rail-skeleton.tsx";
import { SmsGateways } from "./sms-gateways.tsx";
import { WebhooksSection } from "./webhooks-section.tsx";

/** Pauses and provider changes are published live; the figures are polled. */
const pollSeconds = 5;

export function PaymentGatewayPage() {
  const { data, error, isValidating, mutate, reload } = useApi(listProviders, {}, { pollSeconds });
  // SWR retries failed calls with growing pauses; this shows a recovery sooner.
  usePoll(() => void mutate(), error ? pollSeconds : null);
  const rails = data?.data.providers;

  return (
    <>
      <PageHeader
        title={t`Payment Gateway`}
        description={t`Payout providers, SMS gateways, mail server, webhooks and credentials`}
        badge={rails && <LiveMark isLive={!error} />}
        actions={<RefreshButton onRefresh={reload} />}
      />
      {rails ? (
        rails.map((rail) => (
          <RailCard
            key={rail.id}
            rail={rail}
            other={rails.find(({ id }) => id !== rail.id)}
            refresh={() => void mutate()}
          />
        ))
      ) : error ? (
        <Card>
          <ErrorPanel
            message={t`Failed to load the payment providers`}
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        </Card>
      ) : (
        <>
          <RailSkeleton />
          <RailSkeleton />
        </>
      )}
      <SmsGateways />
      <MailServerCard />
      <WebhooksSection />
      <CredentialsCard />
    </>
  );
}
