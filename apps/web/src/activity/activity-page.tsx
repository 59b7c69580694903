import { getActivity } from "@rokad/contract/activity";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { refreshTopics, useApi } from "../api/use-api.ts";
import { usePoll } from "../api/use-poll.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { LiveMark } from "../ui/live-mark.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ActivityCards } from "./activity-cards.tsx";
import { HealthNotice } from "./health-notice.tsx";
import { JobsSection } from "./jobs-section.tsx";
import { PayoutsSection } from "./payouts-section.tsx";
import { ProcessesCard } from "./processes-card.tsx";
import { ProvidersCard } from "./providers-card.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { WaitingSection } from "./waiting-section.tsx";

/** All payouts together change too often for live updates, so this page polls. */
const pollSeconds = 3;

export function ActivityPage() {
  const { data, error, isValidating, mutate, reload } = useApi(getActivity, {}, { pollSeconds });
  // Errors normally back off; here the page retries at a constant rate to show a recovery at once.
  usePoll(() => void mutate(), error ? pollSeconds : null);
  const activity = data?.data;

  async function refresh() {
    await Promise.all([reload(), refreshTopics(new Set(["gateway", "jobs"]))]);
  }

  return (
    <>
      <PageHeader
        title={t`Activity Monitor`}
        description={t`Payouts, jobs and sessions right now`}
        badge={activity && <LiveMark isLive={!error} />}
        actions={<RefreshButton onRefresh={refresh} />}
      />
      {error && !activity ? (
        <Card>
          <ErrorPanel
            message={t`Failed to load activity`}
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        </Card>
      ) : (
        <>
          <HealthNotice activity={activity} />
          <ActivityCards activity={activity} />
        </>
      )}
      <PayoutsSection />
      <WaitingSection />
      {!(error && !activity) && (
        <div className="grid gap-3 lg:grid-cols-2 lg:gap-4">
          <ProvidersCard activity={activity} />
          <ProcessesCard activity={activity} />
        </div>
      )}
      <JobsSection />
      <SessionsSection />
    </>
  );
}
