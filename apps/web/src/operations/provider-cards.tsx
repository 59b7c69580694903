import { listProviders, type Rail } from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { Link } from "@tanstack/react-router";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { adapterName } from "../common/rails/adapter-name.ts";
import { balanceDetails } from "../common/rails/balance-details.tsx";
import { describeTotal } from "../common/rails/describe-total.ts";
import { RailBadge } from "../common/rails/rail-badge.tsx";
import { superAdminPaths } from "../paths.ts";
import { CardSkeleton } from "../ui/card-skeleton.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Details } from "../ui/details.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Notice } from "../ui/notice.tsx";

/** Pauses and balances are published live; the rest may be this old. */
const pollSeconds = 30;

/** Whether payouts leave, and for how long the money with each provider lasts. */
export function ProviderCards() {
  const { data, error, isValidating, mutate } = useApi(listProviders, {}, { pollSeconds });
  const rails = data?.data.providers;
  if (!rails && error)
    return (
      <Card>
        <ErrorPanel
          message={t`Failed to load the payment providers`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      </Card>
    );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      {rails ? (
        rails.map((rail) => <ProviderCard key={rail.id} rail={rail} />)
      ) : (
        <>
          <CardSkeleton lines={4} />
          <CardSkeleton lines={4} />
        </>
      )}
    </div>
  );
}

function ProviderCard({ rail }: { rail: Rail }) {
  const name = translateText(providerNames[rail.id]);
  return (
    <Card aria-label={t`${name} provider`}>
      <CardHeader
        title={
          <Link to={superAdminPaths.paymentGateway} className="underline-offset-4 hover:underline">
            {name}
          </Link>
        }
        description={adapterName(rail.adapter)}
        action={<RailBadge rail={rail} />}
        ruled
      />
      <CardBody className="grid gap-4">
        {rail.low_balance && <Notice tone="warn" title={rail.low_balance.reason} />}
        <Details
          of={[
            ...balanceDetails(rail),
            { label: t`Waiting to be sent`, value: describeTotal(rail.waiting) },
            { label: t`Sent, no outcome yet`, value: describeTotal(rail.in_progress) },
          ]}
        />
      </CardBody>
    </Card>
  );
}
