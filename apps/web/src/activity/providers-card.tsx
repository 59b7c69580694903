import type { Activity } from "@rokad/contract/activity";
import { limits } from "@rokad/contract/limits";
import { providerNames } from "@rokad/contract/tenants";
import { Link } from "@tanstack/react-router";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { superAdminPaths } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { Details } from "../ui/details.tsx";
import { formatDuration } from "../ui/durations.ts";
import { Skeleton } from "../ui/skeleton.tsx";

/** Calls and results of each provider in the last minutes. */
export function ProvidersCard({ activity }: { activity: Activity | undefined }) {
  return (
    <Card aria-busy={!activity}>
      <CardHeader
        title={t`Providers`}
        description={t`The last ${limits.activityMinutes} minutes`}
        action={
          <Link
            to={superAdminPaths.paymentGateway}
            className={buttonClass({ variant: "link", size: "text" })}
          >
            {t`Payment Gateway`}
          </Link>
        }
        ruled
      />
      <div className="divide-y divide-line">
        {activity
          ? activity.providers.map((provider) => (
              <ProviderRow key={provider.id} provider={provider} />
            ))
          : ["primary", "alternative"].map((id) => <SkeletonRow key={id} />)}
      </div>
    </Card>
  );
}

function ProviderRow({ provider }: { provider: Activity["providers"][number] }) {
  const unclear = provider.unclear_count + provider.broken_count;
  const calls = provider.answered_count + unclear;
  return (
    <div className="px-5 py-4">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h3 className="text-sm font-medium">{translateText(providerNames[provider.id])}</h3>
        <ProviderStatus provider={provider} />
      </div>
      <Details
        of={[
          { label: t`Calls`, value: calls.toLocaleString("en-IN") },
          {
            label: t`No clear answer`,
            value: (
              <span className={unclear > 0 ? "font-medium text-bad" : undefined}>
                {unclear.toLocaleString("en-IN")}
              </span>
            ),
          },
          { label: t`Median`, value: formatLatency(provider.median_ms) },
          { label: t`95th percentile`, value: formatLatency(provider.slow_ms) },
          {
            label: t`Paid, failed`,
            value: `${provider.paid_count.toLocaleString("en-IN")}, ${provider.refused_count.toLocaleString("en-IN")}`,
          },
        ]}
      />
    </div>
  );
}

function ProviderStatus({ provider }: { provider: Activity["providers"][number] }) {
  if (provider.is_paused) return <Badge tone="warn">{t`Paused`}</Badge>;
  if (provider.is_reachable === null) return <Badge tone="outline">{t`Not checked yet`}</Badge>;
  return provider.is_reachable ? (
    <Badge tone="good">{t`Reachable`}</Badge>
  ) : (
    <Badge tone="bad">{t`Not reachable`}</Badge>
  );
}

function formatLatency(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 1_000 ? t`${ms} ms` : formatDuration(ms / 1_000);
}

function SkeletonRow() {
  return (
    <div className="grid gap-3 px-5 py-4">
      <Skeleton className="h-5 w-24" />
      {Array.from({ length: 5 }, (_, line) => (
        <div key={line} className="flex justify-between">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-14" />
        </div>
      ))}
    </div>
  );
}
