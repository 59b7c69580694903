import { listProviders } from "@rokad/contract/gateway";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { usePoll } from "../api/use-poll.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { LiveMark } from "../ui/live-mark.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { CredentialsCard } from "./credentials-card.tsx";
import { RailCard } from "./rail-card.tsx";
import { RailSkeleton } from "./rail-skeleton.tsx";
import { SmsGateways } from "./sms-gateways.tsx";
import { WebhooksSection } from "./webhooks-section.tsx";

/** What a pause or a switch to another provider changes is announced; the rest is asked for. */
const pollSeconds = 5;

export function PaymentGatewayPage() {
  const { data, error, isValidating, mutate } = useApi(listProviders, {}, { pollSeconds });
  // What failed is otherwise tried ever more rarely; who watches wants to know as soon as it is back.
  usePoll(() => void mutate(), error ? pollSeconds : null);
  const rails = data?.data.providers;

  return (
    <>
      <PageHeader
        title="Payment Gateway"
        description="The providers that payouts are sent through, and the gateways that text the codes"
        badge={rails && <LiveMark isLive={!error} />}
        actions={<RefreshButton onRefresh={() => mutate()} />}
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
            message="Failed to load the payment providers"
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
      <WebhooksSection />
      <CredentialsCard />
    </>
  );
}
