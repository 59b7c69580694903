import { getActivity } from "@rokad/contract/activity";
import { messageOf } from "../api/api-error.ts";
import { refreshTopics, useApi } from "../api/use-api.ts";
import { usePoll } from "../api/use-poll.ts";
import { RefreshButton } from "../shell/refresh-button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { LiveMark } from "../ui/live-mark.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ActivityCards } from "./activity-cards.tsx";
import { Health } from "./health.tsx";
import { JobsSection } from "./jobs-section.tsx";
import { PayoutsSection } from "./payouts-section.tsx";
import { ProcessesCard } from "./processes-card.tsx";
import { ProvidersCard } from "./providers-card.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** Payouts move too often to be announced one by one to who looks at all of them. */
const pollSeconds = 3;

export function ActivityPage() {
  const { data, error, isValidating, mutate } = useApi(getActivity, {}, { pollSeconds });
  // What failed is otherwise tried ever more rarely; who watches wants to know as soon as it is back.
  usePoll(() => void mutate(), error ? pollSeconds : null);
  const activity = data?.data;

  async function refresh() {
    await Promise.all([mutate(), refreshTopics(new Set(["gateway", "jobs"]))]);
  }

  return (
    <>
      <PageHeader
        title="Activity Monitor"
        description="What is happening now, and what may be done about it"
        badge={activity && <LiveMark isLive={!error} />}
        actions={<RefreshButton onRefresh={refresh} />}
      />
      {error && !activity ? (
        <Card>
          <ErrorPanel
            message="Failed to load what is happening"
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        </Card>
      ) : (
        <>
          <Health activity={activity} />
          <ActivityCards activity={activity} />
        </>
      )}
      <PayoutsSection />
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
