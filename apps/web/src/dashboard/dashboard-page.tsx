import { todayInIndia } from "@rokad/contract/fields";
import { useEffect, useState } from "react";
import { t } from "../language.ts";
import { hasFeature, useUser, type KnownUser } from "../api/session.ts";
import { MainWalletCard } from "../common/balance/main-wallet-card.tsx";
import { nameOf } from "../common/people/person.ts";
import { cn } from "../ui/class-names.ts";
import { formatWeekday } from "../ui/dates.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { Section } from "../ui/section.tsx";
import { greetingAt } from "./greeting.ts";
import { PayoutAnalytics } from "./payout-analytics.tsx";
import { PerformanceTrend } from "./performance-trend.tsx";
import { QuickStats } from "./quick-stats.tsx";
import { RecentPayouts } from "./recent-payouts.tsx";
import { RecentUpdates } from "./recent-updates.tsx";
import { StatCards } from "./stat-cards.tsx";
import { useOverview } from "./use-overview.ts";
import { WelcomeCard } from "./welcome-card.tsx";

export function DashboardPage() {
  const user = useUser();
  return user && <Dashboard user={user} />;
}

function Dashboard({ user }: { user: KnownUser }) {
  const { greeting, day } = useClock();
  const { isLoading } = useOverview();
  const hasAnalytics = hasFeature(user, "payout_analytics");
  return (
    <>
      <PageHeader title={`${greeting}, ${nameOf(user)}`} description={formatWeekday(day)} />
      <WelcomeCard user={user} />
      <StatCards />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-6 xl:grid-cols-[minmax(0,1fr)_21rem] xl:grid-rows-[auto_1fr]">
        <Section
          title={t`Wallet Overview`}
          // Without analytics it moves to the wide column.
          className={hasAnalytics ? "xl:col-start-2" : "xl:col-start-1"}
        >
          <MainWalletCard
            addLabel={hasFeature(user, "wallet_topup") ? t`Add Money` : undefined}
            explains
            showSkeleton={isLoading}
          />
        </Section>
        <div
          className={cn(
            "grid min-w-0 content-start gap-6 xl:col-start-1",
            hasAnalytics && "xl:row-span-2 xl:row-start-1",
          )}
        >
          {hasAnalytics && <PayoutAnalytics />}
          <Section title={t`Recent Activity`}>
            <RecentPayouts />
          </Section>
        </div>
        <div
          className={cn(
            "grid min-w-0 content-start gap-6 xl:col-start-2",
            !hasAnalytics && "xl:row-span-2 xl:row-start-1",
          )}
        >
          <Section title={t`Quick Stats`}>
            <QuickStats />
          </Section>
          <Section title={t`Recent Updates`}>
            <RecentUpdates />
          </Section>
          <Section title={t`Performance Trend`}>
            <PerformanceTrend />
          </Section>
        </div>
      </div>
    </>
  );
}

/** Keeps the greeting and the date right on a page that stays open past noon or midnight. */
function useClock() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return { greeting: greetingAt(now), day: todayInIndia(now) };
}
